//! SIGINT (Ctrl-C) and SIGTERM: ask a command to end and leave its files complete.

use crate::cli::failure::Failure;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Set by the first signal. A second one ends the program immediately.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes the signals set the returned flag. Where a handler cannot be installed, they end the program as usual.
pub(in crate::cli) fn flag() -> &'static AtomicBool {
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

/// Interval at which the flag is read, s: a person does not notice it.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Stack of the thread, bytes: that of a main thread.
const STACK_BYTES: usize = 8 << 20;

/// Result of `work`, or `None` if a signal came first. The work then goes on in its thread until the program exits, so
/// it must write no file.
pub(in crate::cli) fn unless_interrupted<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Failure> {
    let (stop, (sender, receiver)) = (flag(), channel());
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // Nobody waits for a result after a signal.
        let _ = sender.send(work());
    });
    let worker = worker.map_err(|error| Failure::Other(format!("cannot start a thread: {error}")))?;
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => return Err(Failure::Other("the computation ended without a result".to_owned())),
            },
        }
    }
}
