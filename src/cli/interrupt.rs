//! SIGINT (Ctrl-C) and SIGTERM: ask a run to end and complete its files.

use std::sync::atomic::AtomicBool;

/// Set by the first signal. A second one ends the program immediately.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes the signals set the returned flag. Where a handler cannot be installed, they end the program as usual.
pub(super) fn flag() -> &'static AtomicBool {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the second signal must find the flag set by the first.
        let second = flag::register_conditional_shutdown(signal, 128 + signal, &STOP);
        if second.is_ok() {
            let _ = flag::register(signal, &STOP);
        }
    }
    &STOP
}
