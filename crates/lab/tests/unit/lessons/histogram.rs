//! Tests of `lessons::histogram`.

use stickslip_lab::lessons::Prediction;
use stickslip_lab::lessons::answer::LessonAnswer;
use stickslip_lab::lessons::histogram::{BinWidth, histograms, median, median_of_low, number_bins};
use stickslip_lab::plot::svg;

fn answers(lesson: &str, predicted: &[Prediction]) -> Vec<LessonAnswer> {
    predicted.iter().map(|predicted| LessonAnswer::new("", lesson, *predicted, None)).collect()
}

fn counted(predicted: &[f64], range: [f64; 2]) -> Vec<(f64, f64, usize)> {
    let bins = number_bins(predicted, range, "°").expect("bins");
    assert_eq!(bins.iter().map(|bin| bin.count).sum::<usize>(), predicted.len());
    assert!(bins.windows(2).all(|pair| pair[0].to <= pair[1].from), "{bins:?}");
    bins.into_iter().filter(|bin| bin.count > 0).map(|bin| (bin.from, bin.to, bin.count)).collect()
}

/// A value at an edge belongs to the bin above it, at every edge and for widths that no binary number holds; the
/// upper end of the range belongs to the last bin.
#[test]
fn edges_belong_to_the_bin_above() {
    assert_eq!(
        counted(&[0.0, 2.0, 2.0 - 1e-12, 44.0, 45.0], [0.0, 45.0]),
        [(0.0, 2.0, 2), (2.0, 4.0, 1), (44.0, 46.0, 2)]
    );
    assert_eq!(counted(&[3.0, 5.0], [0.0, 5.0]), [(3.0, 3.2, 1), (4.8, 5.0, 1)]);
    for k in 0..24 {
        let edge = f64::from(2 * k) / 10.0;
        let below = edge - 1e-9;
        assert_eq!(counted(&[edge], [0.0, 5.0])[0].0, edge, "{k}");
        assert_eq!(counted(&[below], [0.0, 5.0])[0].1, edge, "{k}");
    }
    assert_eq!(BinWidth::of_range(25.0).map(|width| width.edge(1)), Ok(1.0));
    assert_eq!(BinWidth::of_range(25.1).map(|width| width.edge(1)), Ok(2.0));
    assert_eq!(BinWidth::of_range(0.03).map(|width| width.edge(1)), Ok(0.002));
    assert_eq!(BinWidth::of_range(3e4).map(|width| width.edge(3)), Ok(6000.0));
}

#[test]
fn few_and_equal_and_distant_values_have_their_bins() {
    assert_eq!(counted(&[], [0.0, 45.0]), []);
    assert_eq!(counted(&[21.8], [0.0, 45.0]), [(20.0, 22.0, 1)]);
    assert_eq!(counted(&[21.8; 30], [0.0, 45.0]), [(20.0, 22.0, 30)]);
    assert_eq!(counted(&[-3.0, 90.0], [0.0, 45.0]), [(-4.0, -2.0, 1), (90.0, 92.0, 1)]);
    let empty = number_bins(&[], [0.0, 45.0], "°").expect("bins");
    assert_eq!((empty.len(), empty[0].name.as_str(), empty[22].to), (23, "0–2°", 46.0));
}

#[test]
fn what_is_no_number_is_refused() {
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e9] {
        assert!(number_bins(&[1.0, wrong], [0.0, 45.0], "").is_err(), "{wrong}");
    }
    for range in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(BinWidth::of_range(range).is_err(), "{range}");
    }
    assert!(histograms(&answers("brick-slips", &[Prediction::Number(f64::NAN)])).is_err());
}

#[test]
fn the_median_is_in_the_middle() {
    for (values, expected) in [
        (&[][..], None),
        (&[3.0], Some(3.0)),
        (&[4.0, 1.0], Some(2.5)),
        (&[9.0, 1.0, 2.0], Some(2.0)),
        (&[1.0, 9.0, 2.0, 3.0], Some(2.5)),
    ] {
        assert_eq!(median(values), expected, "{values:?}");
    }
    assert_eq!(median_of_low(&[4.0, 1.0]), Some(1.0));
}

/// Lessons come in their order, runs with other values apart; the true value is the closed form, or what happened.
#[test]
fn each_lesson_has_its_histogram() {
    let mut all = answers("which-stack", &[Prediction::Choice(0), Prediction::Choice(1), Prediction::Choice(1)]);
    all.extend(answers("brick-slips", &[Prediction::Number(20.0), Prediction::Number(23.0)]));
    all.extend(answers("brick-slips", &[Prediction::Number(30.0)]));
    let last = all.last_mut().expect("an answer");
    last.values = "mu_s=0.6".to_owned();
    (last.result, last.right) = (Some(Prediction::Number(31.0)), Some(true));
    let found = histograms(&all).expect("histograms");
    let of = |k: usize| (found[k].title.as_str(), found[k].values.as_str(), found[k].count, found[k].median);
    assert_eq!(of(0), ("When does the brick slip?", "", 2, Some(21.5)));
    assert!(found[0].truth.is_some_and(|truth| (truth - 21.801_409).abs() < 1e-6), "{:?}", found[0].truth);
    assert_eq!(found[0].summary(), "2 predictions · median 21.5° · true value 21.8°");
    assert_eq!((of(1).1, found[1].truth), ("mu_s=0.6", Some(31.0)));
    assert_eq!(found[1].summary(), "1 prediction · median 30° · true value 31° · 1 of 1 right");
    assert_eq!(found[2].bins.iter().map(|bin| bin.count).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!((of(2).3, found[2].truth), (None, Some(2.0)));
    assert_eq!(found[2].summary(), "3 predictions · true: The lower balls roll apart.");
    assert_eq!(found.len(), 3);
    for histogram in &found {
        let drawn = svg(&histogram.figure());
        assert!(drawn.contains("predictions") && drawn.contains(&histogram.quantity), "{drawn}");
    }
}
