//! Touch gestures on the scene: one finger turns the camera unless it holds something, two pan and zoom, a tap selects.

use bevy::input::touch::Touches;
use bevy::math::Vec2;

/// Path length below which a touch counts as a tap, pixels.
pub const MAX_TAP_PATH: f32 = 10.0;

/// Gesture in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// One finger has moved by this vector, pixels.
    Drag(Vec2),
    /// The midpoint of two fingers has moved by this vector, pixels, and their distance has changed by this factor.
    Pinch(Vec2, f32),
    /// A finger has touched this point and was lifted again.
    Tap(Vec2),
}

/// The fingers that touched down on the scene.
#[derive(Debug, Default)]
pub struct Fingers {
    down: Vec<(u64, Vec2)>,
    /// Path length of the finger since the first touch, pixels; infinite once two fingers have touched.
    path_length: f32,
}

impl Fingers {
    /// Reads the touches of a frame; a touch that begins where `free` is false belongs to a panel.
    pub fn read(&mut self, touches: &Touches, free: impl Fn(Vec2) -> bool) -> Option<Gesture> {
        let new = touches.iter_just_pressed().map(|touch| (touch.id(), touch.start_position()));
        let gone = |id| touches.just_released(id) || touches.just_canceled(id) || touches.get_pressed(id).is_none();
        let before = self.down.clone();
        let new: Vec<(u64, Vec2)> = new.filter(|(_, at)| free(*at)).collect();
        let now = before.iter().filter(|(id, _)| !gone(*id));
        let now = now.filter_map(|(id, _)| Some((*id, touches.get_pressed(*id)?.position()))).chain(new).collect();
        self.follow(now)
    }

    /// Updates the fingers, and returns the gesture from their previous positions.
    fn follow(&mut self, now: Vec<(u64, Vec2)>) -> Option<Gesture> {
        let before = std::mem::replace(&mut self.down, now);
        if before.is_empty() {
            self.path_length = 0.0;
        }
        if self.down.len() > 1 {
            self.path_length = f32::INFINITY;
        }
        match (before.as_slice(), self.down.as_slice()) {
            ([(id, at)], [(same, to)]) if id == same => {
                self.path_length += at.distance(*to);
                (self.path_length >= MAX_TAP_PATH && at != to).then_some(Gesture::Drag(to - at))
            }
            ([(_, at)], []) => (self.path_length < MAX_TAP_PATH).then_some(Gesture::Tap(*at)),
            ([(a, a0), (b, b0), ..], [(c, a1), (d, b1), ..]) if (a, b) == (c, d) => {
                let factor = a1.distance(*b1).max(1.0) / a0.distance(*b0).max(1.0);
                Some(Gesture::Pinch((a1 + b1 - a0 - b0) / 2.0, factor))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    #[test]
    fn one_finger_drags_or_taps() {
        let mut fingers = Fingers::default();
        assert_eq!(fingers.follow(vec![(7, at(50.0, 50.0))]), None);
        assert_eq!(fingers.follow(vec![(7, at(53.0, 50.0))]), None, "a tap may tremble");
        assert_eq!(fingers.follow(vec![]), Some(Gesture::Tap(at(53.0, 50.0))));
        fingers.follow(vec![(8, at(0.0, 0.0))]);
        assert_eq!(fingers.follow(vec![(8, at(20.0, 5.0))]), Some(Gesture::Drag(at(20.0, 5.0))));
        assert_eq!(fingers.follow(vec![]), None, "a drag is no tap");
    }

    #[test]
    fn two_fingers_pan_and_zoom() {
        let mut fingers = Fingers::default();
        fingers.follow(vec![(1, at(0.0, 0.0))]);
        assert_eq!(fingers.follow(vec![(1, at(0.0, 0.0)), (2, at(100.0, 0.0))]), None);
        let pinch = fingers.follow(vec![(1, at(-50.0, 10.0)), (2, at(150.0, 10.0))]);
        assert_eq!(pinch, Some(Gesture::Pinch(at(0.0, 10.0), 2.0)));
        // Once a finger is lifted, the other one continues as a drag, and lifting it is no tap.
        assert_eq!(fingers.follow(vec![(2, at(150.0, 10.0))]), None);
        assert_eq!(fingers.follow(vec![(2, at(160.0, 10.0))]), Some(Gesture::Drag(at(10.0, 0.0))));
        assert_eq!(fingers.follow(vec![]), None);
    }
}
