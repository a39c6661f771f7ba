//! The result of an audit as text and as files.

use super::finding::{Audit, AuditFinding, CheckId};
use super::source::AuditInput;
use std::fmt::Write as _;
use stickslip_engine::record::table::{push_number, put_text};
use stickslip_engine::scene::text::plural::counted;

/// The report for a reader.
pub fn text(name: &str, input: &AuditInput, audit: &Audit) -> String {
    let header = &input.run.header;
    let engine = if header.engine.is_empty() { "an unknown engine" } else { &header.engine };
    let frames = counted(input.run.frames.len(), "step");
    let mut text = format!("{name}: {frames} of {engine}, one every {} s\n", header.interval());
    let add = |text: &mut String, line: String| {
        *text += &line;
        text.push('\n');
    };
    if let Some(of) = &audit.conventions {
        add(&mut text, of.says());
    }
    if let Some(worst) = audit.momentum {
        add(&mut text, format!("momentum: differs from the loads by at most {worst:.1e} g"));
    }
    for finding in &audit.findings {
        add(&mut text, line(finding));
    }
    for remark in &audit.remarks {
        add(&mut text, format!("note: {remark}"));
    }
    let verdict = match audit.findings.len() {
        0 => "nothing differs beyond the limits".to_owned(),
        count => counted(count, "finding"),
    };
    add(&mut text, verdict);
    text
}

fn line(finding: &AuditFinding) -> String {
    let AuditFinding { check, step, i, j, value, limit, says } = finding;
    let pair = if j.is_empty() { format!("`{i}`") } else { format!("`{i}` and `{j}`") };
    format!("{} · step {step} · {pair}: {says} (value {value:.3e}, limit {limit:.3e})", check.title())
}

/// The findings as JSON: a list.
pub fn json(audit: &Audit) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&audit.findings)? + "\n")
}

/// The findings as CSV.
pub fn csv(audit: &Audit) -> String {
    let mut table = String::from("check,step,i,j,value,limit,says\n");
    for AuditFinding { check, step, i, j, value, limit, says } in &audit.findings {
        // Writing to a string cannot fail.
        _ = write!(table, "{},{step},", CheckId::number(*check));
        for name in [i, j] {
            put_text(&mut table, name);
            table.push(',');
        }
        for number in [value, limit] {
            push_number(&mut table, *number);
            table.push(',');
        }
        put_text(&mut table, says);
        table.push('\n');
    }
    table
}
