//! The program as a user starts it: in a folder, with its output and exit code.

use std::path::Path;
use std::process::Command;

/// Version and commit of the program.
pub(crate) fn own_build() -> String {
    let version = stickslip(Path::new(".")).arg("--version").succeeds();
    version.trim().trim_start_matches("stickslip ").to_owned()
}

/// The program, to be started in a folder, without coloured output.
pub(crate) fn stickslip(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    command.current_dir(dir).env("NO_COLOR", "1");
    command
}

/// Output and exit code of a program that has exited.
pub(crate) struct ProgramOutput {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Starts a program and waits for its end.
pub(crate) trait RunToEnd {
    /// Runs to the end with any exit code; a signal that ends the program fails the test.
    fn ends(&mut self) -> ProgramOutput;

    /// Standard output; the exit code must be 0.
    fn succeeds(&mut self) -> String;

    /// Standard output followed by standard error; the exit code must be this one.
    fn fails(&mut self, code: i32) -> String;
}

impl RunToEnd for Command {
    fn ends(&mut self) -> ProgramOutput {
        let output = self.output().expect("the program starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let code = output.status.code().unwrap_or_else(|| panic!("{self:?} was ended by a signal: {}", output.status));
        ProgramOutput { code, out: text(&output.stdout), err: text(&output.stderr) }
    }

    fn succeeds(&mut self) -> String {
        let said = self.ends();
        assert_eq!(said.code, 0, "{self:?}: {}", said.err);
        said.out
    }

    fn fails(&mut self, code: i32) -> String {
        let said = self.ends();
        assert_eq!(said.code, code, "{self:?}: {}{}", said.out, said.err);
        said.out + &said.err
    }
}
