//! Probe of the view.
use stickslip::view::{Start, demo, run, snapshot};
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let opened = match arguments.get(1).map(String::as_str) {
        Some("rolling") => demo::rolling(),
        Some("spinning") => demo::spinning(),
        Some("brick") => demo::brick(),
        _ => {
            println!("{:?}", run(Start::Gallery));
            return;
        }
    };
    if arguments.len() > 2 {
        let at: Vec<f64> = arguments[3..].iter().map(|t| t.parse().unwrap()).collect();
        println!("{:?}", snapshot(&opened.scene, &at, std::path::Path::new(&arguments[2]), (1280, 800)));
    } else {
        println!("{:?}", run(Start::Scene(opened.name, Box::new(opened.scene))));
    }
}
