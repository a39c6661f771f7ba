//! SIGINT (Ctrl-C) and SIGTERM: a run is asked to end, with files that are whole.

use std::sync::atomic::AtomicBool;

/// Set by the first signal. A second one ends the program at once.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on the signals set the flag that is returned. Where a handler cannot be installed, they go on ending the program.
pub(super) fn flag() -> &'static AtomicBool {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM] {
        // The second signal finds the flag that the first has set: the order counts.
        let second = flag::register_conditional_shutdown(signal, 128 + signal, &STOP);
        if second.is_ok() {
            let _ = flag::register(signal, &STOP);
        }
    }
    &STOP
}
