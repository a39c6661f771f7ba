//! A virtual display for the window, so that its size, and thus the picture, does not depend on the user's desktop.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Size of the screen, pixels, and bits per pixel. The window takes 96 % of its width and 90 % of its height.
const SCREEN: &str = "1440x900x24";

/// A virtual display, which ends with this value.
pub(crate) struct VirtualDisplay {
    server: Child,
    /// Name of the display, such as `:99`.
    pub(crate) name: String,
}

impl VirtualDisplay {
    /// Starts an X server without a screen.
    pub(crate) fn start() -> Result<Self, String> {
        let missing = |error| format!("Xvfb: {error}; on Debian or Ubuntu: apt-get install xvfb xdotool");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(missing)?;
        let mut number = String::new();
        let told = server.stdout.take().map(|pipe| BufReader::new(pipe).read_line(&mut number));
        let display = Self { server, name: format!(":{}", number.trim()) };
        match told {
            Some(Ok(_)) if number.trim().parse::<u32>().is_ok() => Ok(display),
            _ => Err("Xvfb did not start".to_owned()),
        }
    }

    /// What `xdotool` answers to these arguments on this display.
    pub(crate) fn xdotool(&self, arguments: &[&str]) -> Result<String, String> {
        let missing = |error| format!("xdotool: {error}; on Debian or Ubuntu: apt-get install xdotool");
        let output = Command::new("xdotool").args(arguments).env("DISPLAY", &self.name).output().map_err(missing)?;
        if !output.status.success() {
            return Err(format!("xdotool {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
