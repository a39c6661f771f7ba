//! Colour of printed text: on a terminal, unless `NO_COLOR` is set.

use std::ffi::OsString;
use std::io::IsTerminal;

/// What a coloured word announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Tone {
    /// An error, red.
    Error,
    /// A warning, yellow.
    Warning,
}

impl Tone {
    /// The word in bold and in this colour, or as it is.
    pub(in crate::cli) fn paint(self, word: &str, is_coloured: bool) -> String {
        let code = match self {
            Self::Error => 31,
            Self::Warning => 33,
        };
        if is_coloured { format!("\u{1b}[1;{code}m{word}\u{1b}[0m") } else { word.to_owned() }
    }
}

/// True if text on standard output is to be coloured.
pub(in crate::cli) fn on_output() -> bool {
    is_wanted(std::io::stdout().is_terminal(), |name| std::env::var_os(name))
}

/// True if text on standard error is to be coloured.
pub(in crate::cli) fn on_error() -> bool {
    is_wanted(std::io::stderr().is_terminal(), |name| std::env::var_os(name))
}

/// Follows <https://no-color.org> and <https://bixense.com/clicolors>, as the help of the commands does.
fn is_wanted(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return false;
    }
    let is_forced = variable("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
    let is_plain = variable("CLICOLOR").is_some_and(|value| value == "0");
    is_forced || is_terminal && !is_plain && variable("TERM").is_none_or(|terminal| terminal != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_unless_it_is_switched_off() {
        let wanted = |is_terminal: bool, set: &[(&str, &str)]| {
            is_wanted(is_terminal, |name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value)))
        };
        assert!(wanted(true, &[]) && !wanted(false, &[]));
        assert!(!wanted(true, &[("NO_COLOR", "1")]) && wanted(true, &[("NO_COLOR", "")]));
        assert!(!wanted(true, &[("TERM", "dumb")]) && wanted(true, &[("TERM", "xterm")]));
        assert!(!wanted(true, &[("CLICOLOR", "0")]));
        assert!(wanted(false, &[("CLICOLOR_FORCE", "1")]) && !wanted(false, &[("CLICOLOR_FORCE", "0")]));
        assert!(!wanted(false, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    }
}
