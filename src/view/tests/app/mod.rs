//! Tests of the window's state that need the window.

mod backfill;
mod build;
mod build_drag;
mod build_lesson;
mod compare;
mod drag;
mod draw_list;
mod drive;
mod lesson_session;
mod redraw;
mod sound;
mod undo;
