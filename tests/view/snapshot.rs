//! A picture of a scene, rendered off screen.

use crate::machine::has_driver;
use stickslip::lab::builtin;
use stickslip::scene::Scene;
use stickslip::view::snapshot;

#[test]
fn a_rolling_ball_is_drawn_off_screen_at_two_times() {
    if !has_driver() {
        return;
    }
    let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
    let folder = temp_dir::TempDir::new().unwrap();
    let files = snapshot(&scene, &[0.004, 0.05], &folder.path().join("ball.png"), (320, 200)).unwrap();
    let names: Vec<_> = files.iter().map(|f| f.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["ball-0.004s.png", "ball-0.05s.png"]);
    let pictures: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    for picture in &pictures {
        assert!(picture.starts_with(b"\x89PNG"));
        // Width and height are bytes 16 to 24; an empty picture would be far smaller.
        assert_eq!(picture[16..24], [0, 0, 1, 64, 0, 0, 0, 200]);
        assert!(picture.len() > 8_000, "{} bytes", picture.len());
    }
    assert_ne!(pictures[0], pictures[1]);
}
