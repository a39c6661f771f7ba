//! Tests of laws that need a scene.

mod coupled_limit;
