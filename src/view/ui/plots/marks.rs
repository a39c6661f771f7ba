//! Marks of the open lesson in its plots: the prediction on its axis, and the decisive moment.

use super::lines;
use crate::app::lessons::lesson_session::ActiveLesson;
use crate::app::plots::graphs::{Content, Graph};
use crate::draw::overlay::items::Role;
use crate::observe::quantity::Quantity;
use crate::texts::tr_with;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, ThemeColours};
use bevy_egui::egui::{Color32, RichText};
use egui_plot::{HLine, LineStyle, MarkerShape, PlotPoints, PlotUi, Points, VLine};
use stickslip_lab::lessons::LessonAxis;

/// The marks of one plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    /// The prediction: axis, value and label.
    guess: Option<(LessonAxis, f64, String)>,
    /// Position on the curve at the lesson's moment.
    moment: Option<[f64; 2]>,
}

impl Marks {
    /// Marks of a plot while this lesson is open.
    pub(super) fn new(graph: &Graph, playing: Option<&ActiveLesson>) -> Self {
        let (Some(playing), Content::Curves { x, ys }) = (playing, &graph.of) else { return Self::default() };
        let label = playing.guess_text().map(|text| tr_with("plot-predicted", [("value", text.into())]));
        let guess = graph.pin.zip(playing.guess()).zip(label).map(|((axis, value), label)| (axis, value, label));
        let of_x = |x: &Option<Quantity>| playing.met().map(|met| x.map_or(met.time, |x| x.value(met)));
        let of_y = || Some(ys.first()?.value(playing.met()?));
        let moment = of_x(x).zip(of_y()).map(|(x, y)| [x, y]).filter(|p| p.iter().all(|x| x.is_finite()));
        Self { guess, moment }
    }

    /// Draws the marks.
    pub(super) fn draw(&self, plot: &mut PlotUi<'_>, ink: Color32, theme: &Theme, curves: &[[f64; 2]]) {
        let colour = theme.role(Role::Body);
        if let Some((axis, value, text)) = &self.guess {
            let style = LineStyle::Dashed { length: 9.0 };
            let label = RichText::new(text).size(size::CAPTION).color(colour).strong().background_color(theme.plate());
            if *axis == LessonAxis::X {
                plot.vline(VLine::new("prediction", *value).color(colour).width(2.0).style(style).allow_hover(false));
            } else {
                plot.hline(HLine::new("prediction", *value).color(colour).width(2.0).style(style).allow_hover(false));
            }
            let place = lines::view_of(plot, text).label(*axis, *value, curves);
            lines::label(plot, "prediction", label, place);
        }
        if let Some(at) = self.moment {
            let ring = Points::new("the moment", PlotPoints::from(vec![at])).radius(6.0).shape(MarkerShape::Circle);
            plot.points(ring.filled(false).color(ink));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::app::lessons::stage::LessonMoment;
    use crate::app::plots::graphs::Graphs;
    use crate::run::simulation::Simulation;
    use stickslip_lab::lessons::{Lesson, Prediction, all};

    /// 25° is marked on the slope axis and nowhere on the other plot; the moment lies on the curve.
    #[test]
    fn a_prediction_is_marked_on_the_axis_it_belongs_to() {
        let (name, text) = all()[0];
        let lesson = Lesson::parse(text).expect("a lesson");
        let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
        let start = simulation.state();
        let graphs = Graphs::from_lesson(&lesson, &start).expect("plots");
        let mut playing = ActiveLesson::new(name, lesson, start.into()).expect("an expression");
        assert_eq!(Marks::new(&graphs.list[0], Some(&playing)), Marks::default());
        playing.pin(Prediction::Number(25.0));
        let expected = Some((LessonAxis::X, 25.0, "predicted 25.0°".to_owned()));
        assert_eq!(Marks::new(&graphs.list[0], Some(&playing)).guess, expected);
        assert_eq!(Marks::new(&graphs.list[1], Some(&playing)).guess, None);
        simulation.steps(10);
        playing.moment = LessonMoment::new(simulation.state(), false);
        let met = Marks::new(&graphs.list[0], Some(&playing)).moment.expect("a moment");
        assert!(met[0].abs() < 1e-12, "the board is level: {met:?}");
    }
}
