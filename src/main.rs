//! `stickslip`: the command line, [`stickslip::cli`].

use std::process::ExitCode;

/// Backs large allocations with huge pages where the system allows: the contacts of a pile take tens of megabytes.
#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    stickslip::cli::main()
}
