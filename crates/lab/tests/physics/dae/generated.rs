//! Generated piles of polygons: the generated scenes and the refused options.

use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Motion, Scene};
use stickslip_engine::shapes::Shape;
use stickslip_lab::builtin;
use stickslip_lab::generate::{PileOptions, text_of};

const NONE: PileOptions = PileOptions {
    count: None,
    corners: None,
    size_variation: None,
    mu: None,
    seed: None,
    gamma: None,
    frequency: None,
    amplitude: None,
    width: None,
    rise: None,
};

fn parse(text: &str) -> Scene {
    Scene::parse("t", text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

fn made(name: &str, options: &PileOptions) -> Scene {
    parse(&text_of(name, options).unwrap())
}

/// Number of corners and circumradius, m, of every moving polygon.
fn polygons(scene: &Scene) -> Vec<(usize, f64)> {
    let moving = scene.bodies.iter().filter(|body| matches!(body.motion, Motion::Planar(_)));
    let polygon = |shape: &Shape| {
        let corners = &shape.prism().expect("a prism").polygon;
        (corners.len(), corners[0].norm())
    };
    moving.map(|body| polygon(&body.shape)).collect()
}

/// The built-in piles equal the output of the command, and a file is small.
#[test]
fn the_built_in_piles_are_the_generated_ones() {
    for (name, count) in [("vibrated-box", 1008), ("hopper-heap", 1622)] {
        let text = text_of(name, &NONE).unwrap();
        assert!(builtin::text(name) == Some(&*text), "write scenes/{name}.ron anew: stickslip generate {name}");
        assert_eq!(polygons(&parse(&text)).len(), count);
        assert!(text.len() < 200_000, "{name}: {} bytes", text.len());
    }
}

/// The polygons are regular, have the requested range of corners and sizes with all values used, and do not touch;
/// another seed gives other polygons.
#[test]
fn polygons_are_as_asked_for() {
    for name in ["vibrated-box", "hopper-heap"] {
        let options =
            PileOptions { count: Some(150), corners: Some((4, 7)), size_variation: Some(0.3), seed: Some(3), ..NONE };
        let scene = made(name, &options);
        let found = polygons(&scene);
        assert_eq!(found.len(), 150);
        for corners in 4..=7 {
            assert!(found.iter().filter(|(count, _)| *count == corners).count() > 15, "{name}: {corners} corners");
        }
        assert!(found.iter().all(|(count, r)| (4..=7).contains(count) && (0.007 - 1e-6..0.013 + 1e-6).contains(r)));
        assert!(found.iter().any(|(_, r)| *r < 0.008) && found.iter().any(|(_, r)| *r > 0.012));
        assert_eq!(text_of(name, &options).unwrap(), text_of(name, &options).unwrap());
        assert_ne!(text_of(name, &options).unwrap(), text_of(name, &PileOptions { seed: Some(4), ..options }).unwrap());
        let mut simulation = Simulation::new(&scene);
        assert!(simulation.state().contacts.is_empty(), "{name}: polygons touch at the start");
        simulation.steps(100);
        assert_eq!(simulation.stopped(), None);
    }
}

/// Γ = A ω²/g: two of the three values determine the third.
#[test]
fn two_numbers_of_the_shaking_give_the_third() {
    let drive = |options: &PileOptions| {
        let scene = made("vibrated-box", &PileOptions { count: Some(5), ..*options });
        let Motion::Driven(drive) = scene.bodies[0].motion else { panic!("the floor is driven") };
        (drive.shake.y, drive.frequency)
    };
    let of = |gamma, frequency, amplitude| drive(&PileOptions { gamma, frequency, amplitude, ..NONE });
    let w = |frequency: f64| std::f64::consts::TAU * frequency;
    let near = |(a, f): (f64, f64), (b, g): (f64, f64)| {
        assert!((a - b).abs() < 1e-6 && (f - g).abs() < 1e-3 * g, "{a} m, {f} Hz for {b} m, {g} Hz");
    };
    near(of(None, None, None), (0.75 * 9.81 / (w(10.0) * w(10.0)), 10.0));
    near(of(Some(2.0), Some(5.0), None), (2.0 * 9.81 / (w(5.0) * w(5.0)), 5.0));
    near(of(None, Some(5.0), Some(0.01)), (0.01, 5.0));
    near(of(Some(1.0), None, Some(0.01)), (0.01, (9.81 / 0.01_f64).sqrt() / w(1.0)));
    let consistent = 0.01 * w(5.0) * w(5.0) / 9.81;
    near(of(Some(consistent), Some(5.0), Some(0.01)), (0.01, 5.0));
}

/// Every invalid option is reported with a remedy.
#[test]
fn options_that_do_not_fit_are_refused() {
    for (name, options, what) in [
        ("vibrated-box", PileOptions { gamma: Some(-1.0), ..NONE }, "--gamma must be"),
        ("vibrated-box", PileOptions { frequency: Some(0.0), ..NONE }, "--frequency must be"),
        ("vibrated-box", PileOptions { amplitude: Some(f64::NAN), ..NONE }, "--amplitude must be"),
        ("vibrated-box", PileOptions { width: Some(0.03), ..NONE }, "--width must be at least"),
        ("vibrated-box", PileOptions { mu: Some(-0.1), ..NONE }, "--mu must be"),
        ("vibrated-box", PileOptions { mu: Some(f64::NAN), ..NONE }, "--mu must be"),
        ("hopper-heap", PileOptions { size_variation: Some(1.0), ..NONE }, "--size-variation must lie"),
        ("hopper-heap", PileOptions { corners: Some((2, 5)), ..NONE }, "--corners must be"),
        ("hopper-heap", PileOptions { corners: Some((8, 5)), ..NONE }, "--corners must be"),
        ("hopper-heap", PileOptions { gamma: Some(1.0), ..NONE }, "`hopper-heap` has no --gamma"),
        ("heap", PileOptions { seed: Some(1), ..NONE }, "`heap` has no --seed"),
        ("drum", PileOptions { width: Some(1.0), ..NONE }, "`drum` has no --width"),
        ("drums", NONE, "no scene `drums` to generate"),
        (
            "vibrated-box",
            PileOptions { gamma: Some(0.75), frequency: Some(10.0), amplitude: Some(0.01), ..NONE },
            "--gamma contradicts --frequency and --amplitude",
        ),
    ] {
        let fault = text_of(name, &options).expect_err(what);
        assert!(fault.message.contains(what) && !fault.remedy.is_empty(), "{fault:?} for {what}");
    }
}
