//! Tests of `reproduction`, file by file.

mod beside;
mod class_map;
mod drift;
mod figures;
mod polygons;
mod reference;
mod rest_angle;
mod source_lists;
mod verify;
