//! Panels of a lesson.

pub(in crate::view::ui) mod class_answers;
pub(crate) mod lesson;
