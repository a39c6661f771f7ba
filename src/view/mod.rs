//! Eyes and hands: the window.
