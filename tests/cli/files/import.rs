//! `stickslip import`: the scene and the notes are printed apart, faulty files are refused, existing files are not
//! overwritten.

use crate::program::{RunToEnd, stickslip};
use temp_dir::TempDir;

const BALL: &str = "<mujoco>\n  <option cone=\"elliptic\"/>\n  <worldbody>\n    <geom type=\"plane\" euler=\"20 0 0\"/>\n    \
     <body name=\"ball\" pos=\"0 0 1\"><freejoint/><geom size=\"0.1\" condim=\"6\"/></body>\n  </worldbody>\n</mujoco>\n";

#[test]
fn an_imported_scene_runs_and_what_is_left_out_is_said() {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("ball.xml"), BALL).unwrap();
    let said = stickslip(dir.path()).args(["import", "--from", "mjcf", "ball.xml"]).ends();
    assert_eq!(said.code, 0, "{}", said.err);
    let note = "note: ball.xml:2:11: the elliptic cone of slide, torsional and rolling friction is taken as it is; its limits \
                form one ellipsoid (`limit: Ellipsoid`)\n";
    assert_eq!(said.err, note);
    assert!(said.out.contains("friction: (mu: 1.0, rho: 0.0001, sigma: 0.005, limit: Ellipsoid)"), "{}", said.out);

    let import = || {
        let mut command = stickslip(dir.path());
        command.args(["import", "--from", "mjcf", "ball.xml", "--out", "ball.ron"]);
        command
    };
    import().succeeds();
    assert_eq!(std::fs::read_to_string(dir.path().join("ball.ron")).unwrap(), said.out);
    stickslip(dir.path()).args(["run", "ball.ron", "--until", "0.1"]).succeeds();
    // Writing the same scene again is allowed; another scene is not overwritten.
    import().succeeds();
    std::fs::write(dir.path().join("ball.ron"), "mine").unwrap();
    let refused = import().fails(2);
    assert!(refused.contains("the file exists and is a different scene"), "{refused}");
}

#[test]
fn a_file_that_would_lie_is_refused_with_its_line() {
    let dir = TempDir::new().unwrap();
    let text = BALL.replace("<freejoint/>", "\n      <joint axis=\"0 1 0\"/>");
    std::fs::write(dir.path().join("hinge.xml"), text).unwrap();
    let import = |flags: &[&str]| {
        let mut command = stickslip(dir.path());
        command.args(["import", "--from", "mjcf", "hinge.xml"]).args(flags);
        command
    };
    let refused = import(&[]).fails(2);
    assert!(refused.contains("hinge.xml:6:7") && refused.contains("bodies here are free or fixed"), "{refused}");
    assert!(refused.contains("give the body a <freejoint/>"), "{refused}");
    let partial = import(&["--partial"]).succeeds();
    assert!(partial.contains("Incline(degrees: 20") && !partial.contains("ball\""), "{partial}");
    let missing = stickslip(dir.path()).args(["import", "--from", "mjcf", "no.xml"]).fails(2);
    assert!(missing.contains("cannot read no.xml"), "{missing}");
}
