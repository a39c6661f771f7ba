//! `stickslip verify` without the program: prints the rows of the given cases, or of all if none is given; exits with
//! code 1 if a row is not ok. The mutation tests build it with wrong laws.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the rows are for the terminal")]

use std::process::ExitCode;
use stickslip_lab::reproduction::verify::{VerifyPlan, cases, table, verify, wanted};

fn main() -> ExitCode {
    let ids: Vec<String> = std::env::args().skip(1).collect();
    if let Some(id) = ids.iter().find(|id| cases().iter().all(|case| case.id != **id)) {
        eprintln!("error: there is no case `{id}`");
        return ExitCode::from(2);
    }
    match verify(&wanted(&ids), &VerifyPlan::SHIPPED, &|_| ()) {
        Ok(rows) => {
            println!("{}", table(&rows));
            if rows.iter().all(|row| row.ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
