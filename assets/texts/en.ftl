# Texts of the window. One line per text; arguments in braces, see https://projectfluent.org.

## Counts
count-findings = { $count ->
    [one] { $number } finding
   *[other] { $number } findings
}
count-steps = { $count ->
    [one] { $number } step
   *[other] { $number } steps
}

## Bottom bar
bar-tools = Tools
bar-tools-name = tools: ghost run, comparisons
bar-stopped = Stopped: { $why }
bar-stopped-help = Press Backspace to restart; a smaller dt or a smaller K_E often helps.
bar-compare = Compare laws
bar-compare-tip = the same scene under other friction laws, side by side
bar-bench = Law bench
bar-bench-tip = one contact, driven under every law
bar-lesson = Lesson
bar-explore = Explore
bar-debug = Debug
bar-layout = layout: which parts of the window are shown
bar-pause = ⏸ Pause
bar-play-on = ▶ Play on
bar-play = ▶ Play
bar-space = Space
bar-to-event = ▶ To event
bar-time = t = { $time } s
bar-to-event-tip = play until a mode changes or a contact begins or ends (E)
bar-restart = restart, keeping the current parameters (Backspace)
bar-more = more navigation, and bookmarks
bar-previous-event = previous event (Ctrl + ←)
bar-step-back = one time step back (←)
bar-step = one time step (→)
bar-next-event = next recorded event (Ctrl + →)
bar-forward-10 = Forward 10 steps · Page Down
bar-forward-frame = Forward one frame: { $steps }
bar-back-10 = Back 10 steps · Page Up
bar-start = To the start · Home
bar-end = To the last computed step · End
bar-unmark = Remove this bookmark · M
bar-mark = Bookmark this step · M
bar-bookmark = Bookmark: { $time }
bar-next-bookmark = Next bookmark · Shift + M
bar-record = Save recording (Ctrl + Shift + R)
bar-truncated = truncated: valid up to step { $step }
bar-imported-by = imported by stickslip { $build }
bar-recorded-by = recorded by stickslip { $build }
bar-edit-branches = an edit starts a new branch
bar-imported = imported run
bar-replay = replay
bar-cut = { $name } (truncated)
bar-diverged = DIVERGED at step { $step }
bar-diverged-tip = From this step on, the state differs from the one recorded or computed before. Likely causes: a different version of the program, or a hardware fault.
bar-ghost = Ghost Δt/10
bar-ghost-tip = start a ghost run here with a tenth of the step size: any difference is time-step error
bar-apart = { $distance } apart
bar-catching-up = (catching up)
bar-ghost-fine = ghost Δt/10
bar-ghost-old = ghost
bar-ghost-fine-tip = the same run from { $from } with Δt/{ $fine }, drawn pale; apart: largest distance between a body and its ghost
bar-ghost-old-tip = the future before your edit at { $from }, drawn pale; apart: largest distance between a body and its ghost
bar-ghost-before = run before
bar-ghost-before-tip = the run before you changed the scene, drawn pale; apart: largest distance between a body and its ghost
bar-rebuild = Same scene here
bar-rebuild-tip = simulates the same bodies from this step on with stickslip's own laws and draws them as a ghost beside the engine's motion; data missing from the run are listed
bar-by-springs = by springs
bar-by-cones = by friction cones on rigid contacts
bar-by-dae = with static friction as a constraint (dae)
bar-rebuilt-tip = the bodies of the run from { $from }, simulated here with { $fine } steps per row, drawn pale; apart: largest distance between a body and its ghost
bar-rebuilt-open = As a scene
bar-rebuilt-open-tip = open the ghost as a separate scene that you can change and save
bar-swap = switch to the ghost run; this run becomes the ghost
bar-discard = discard the ghost run
bar-slower = slower
bar-slower-tip = slower (−)
bar-faster = faster
bar-faster-tip = faster (+)
bar-speed = speed
bar-seeking = seeking step { $step }
bar-reading = reading the recording
bar-ended = end of the scene
bar-paused = paused
bar-ended-tip = press Play to continue
bar-paused-tip = press Space to play
bar-behind = Steps take too long for the chosen speed: playback slows down but skips no step.
bar-pace-tip = simulated seconds per second

## View
sound-on = sound
sound-tip = slip as noise, brighter at higher speed; events as clicks (S)
sound-volume = volume
sound-volume-name = volume of the sound
view-language = Language
view-more = ▾ More

## Gallery
gallery-none = No lesson or scene contains these words.
gallery-lessons-title = Lessons: predict, try, understand
gallery-motto = how bodies stick, slip, roll and spin on each other
gallery-search = search
gallery-back = Back to the scene
gallery-keys = Keys
gallery-all = All
gallery-lessons = Lessons
gallery-hide = { $count ->
    [one] Hide { $number } variant
   *[other] Hide { $number } variants
}
gallery-show = { $count ->
    [one] Show { $number } variant
   *[other] Show { $number } variants
}
gallery-paper = The paper
gallery-curved = Curved surfaces, moving supports
gallery-rate = Friction of speed, rest and direction
gallery-piles = Piles
gallery-rigid = Rigid contacts
gallery-constraint = Static friction as a constraint

## Lessons
lesson-none = No lesson is open.
lesson-choose = Choose a lesson
lesson-waits = The experiment begins once you have made a prediction.
lesson-build = Build
lesson-build-tip = Change the scene at its start; the prediction is about what you have built (B)
lesson-prediction = Your prediction
lesson-prediction-name = your prediction: { $name }, { $unit }
lesson-predict = Predict { $value }
lesson-predict-off = move the slider to your prediction first
lesson-change = Change prediction
lesson-play = ▶ Play
lesson-pause = ⏸ Pause
lesson-space = Space
lesson-restart = ⟲ Restart
lesson-restart-tip = from the start, with a new prediction (Backspace)
lesson-show-me = Show me
lesson-show-me-tip = run the demonstration
lesson-law = sliding law:
lesson-law-name = slide law
lesson-predicted = predicted { $guess }
lesson-predicted-high = predicted { $guess }: { $miss } too high
lesson-predicted-low = predicted { $guess }: { $miss } too low
lesson-theory = theory { $theory } ({ $off } % off)
lesson-changed = You changed the values, so this run does not answer the question.
lesson-moved = You moved a body by hand, so this run does not answer the question.
lesson-off-theory = That is far from the theoretical value, so it does not answer the question yet.
lesson-too-fast = Something moved too fast or jerked. Continue slowly, or restart.
lesson-see-curves = The curves show what happened.
lesson-no-answer = The outcome matches none of these answers.
lesson-happened = What happened: { $answer }
lesson-copy = Copy table
lesson-copy-tip = all samples of the curves, tab-separated, for a spreadsheet
lesson-picture = Save picture
lesson-picture-tip = the window, with the parameters in a caption (F12)
lesson-replay = Replay:
lesson-before = Before
lesson-before-tip = some time before the deciding moment
lesson-just-before = Just before
lesson-just-before-tip = the last instant before the deciding moment
lesson-moment = The moment
lesson-moment-tip = the instant that decided the outcome; step from there with ← and →
lesson-after = After
lesson-after-tip = a little after the deciding moment
lesson-next = Next lesson →
lesson-all = All lessons
lesson-net-force = net force = m a
lesson-contact-forces = contact forces
lesson-from-step-1 = once time runs
lesson-limit-split = { $share } % of the limit μs N (mark: μk N)
lesson-limit = { $share } % of the limit μ N
lesson-friction = friction
lesson-pull = pull
lesson-roll-torque = roll torque
lesson-spin-torque = spin torque
lesson-forces = forces on the { $body }
lesson-forces-of = forces on the { $body }
lesson-ball = ball
lesson-block = block
lesson-disk = disk
lesson-cylinder = cylinder
lesson-capsule = capsule
lesson-ellipsoid = ellipsoid
lesson-body = body
lesson-predict-first = Make your prediction first; then the experiment begins.
lesson-run-again = The run restarts because you had already seen its result.
lesson-rests = Paused after the moment: ▶ continues.
lesson-holds = At { $slope } it still holds: tilt further.
lesson-tilt = Press the button, or drag the board by its handle or edge.
lesson-turns = The board tilts slowly to avoid a jerk.

## Actions of keys and command palette
action-play = play or pause
action-to-event = play until the next event
action-step = one step forward
action-step-back = one step back
action-steps = 10 steps forward
action-steps-back = 10 steps back
action-frames = 10 frames forward
action-frames-back = 10 frames back
action-next-event = next event
action-previous-event = previous event
action-bookmark = add or remove a bookmark at this step
action-next-bookmark = next bookmark
action-start = go to the start
action-end = go to the last computed step
action-restart = restart
action-faster = faster
action-slower = slower
action-ghost = ghost run with Δt/10
action-undo = undo the last edit
action-redo = redo the last undone edit
action-build = tools to build with
action-delete = delete the selected body
action-duplicate = duplicate the selected body
action-copy = copy the selected body
action-paste = paste the copied body
action-start-here = make this the start of the scene
action-new = new scene
action-open-file = open a file
action-reload = reload the scene file
action-save = save the scene with its parameters
action-save-as = save the scene as another file
action-record = save recording: scene, edits, a hash of every state
action-picture = save a screenshot (PNG)
action-frame = frame the selected body, or all
action-front = front view
action-right = right view
action-top = top view
action-plane = orthographic view onto the plane of motion
action-perspective = perspective or orthographic view
action-chains = overlay: force chains
action-colours = body colours in many-body scenes: plain, speed, contacts, load
action-sound = friction sound on or off
action-escape = clear the selection, close an overlay
action-gallery = gallery of scenes and lessons
action-palette = command palette: search all actions
action-help = keys and mouse
action-left = show or hide the left panel
action-right-panel = show or hide the right panel
action-plots = show or hide the plots
action-compare = compare laws
action-bench = law bench
action-lesson = layout: lesson
action-explore = layout: explore
action-debug = layout: debug
action-larger = larger panels and text
action-smaller = smaller panels and text
action-size = default size of panels and text
action-full-screen = full screen
action-tab = Tab navigates the controls; Esc exits
action-theme = toggle dark / light theme
action-safe = toggle colour-blind-safe colours
action-copy-lesson = copy the command that opens this lesson
action-answers = class answers: histograms of predictions
action-quit = quit
help-or = {"  "}or{"  "}
action-overlay = overlay: { $name }
action-plot = plot: { $quantity }
action-open-lesson = lesson: { $title }
action-open = open: { $title }
action-language = language: { $name }

## Mouse
mouse-body = drag a body
mouse-body-does = pull it with a spring and throw it: in a lesson, and while a small scene plays
mouse-edge = drag the edge of a board
mouse-edge-does = tilt it, in a lesson about a slope
mouse-pull = Ctrl + right drag
mouse-pull-does = pull a body with a spring; its force is shown
mouse-grow = Ctrl + Shift + right drag
mouse-grow-does = pull with a force that grows until you let go
mouse-turn = Ctrl + left drag
mouse-turn-does = turn a body with a torsion spring
mouse-orbit = left drag
mouse-orbit-does = orbit the view (pan in plane view)
mouse-pan = right drag
mouse-pan-does = pan the view (or Shift + middle drag); in a lesson, orbit it
mouse-wheel = wheel
mouse-wheel-does = zoom to the pointer, in, out
mouse-click = click, double-click
mouse-click-does = select a body or a contact, frame a body
mouse-number = drag an inspector number
mouse-number-does = onto a plot to add its curve
mouse-plot = double-click on a plot
mouse-plot-does = show it alone, or all again
mouse-timeline = wheel on the timeline
mouse-timeline-does = zoom; double-click: fit the events, or the whole run
mouse-drop = drop a file on the window
mouse-drop-does = open a scene or a recording

## Keys
key-plus = plus
key-minus = minus
key-page-up = Page Up
key-page-down = Page Down
key-escape = Esc
key-space = Space
key-backspace = Backspace
key-home = Home
key-end = End
key-ctrl = Ctrl
key-shift = Shift

## Help
help-title = Keys and mouse
help-lessons = Lessons (Ctrl + O): make a prediction, then tilt, pull or press "Show me". The lesson measures at the deciding step, pauses shortly after, and "Replay" takes you back to it.
help-many-bodies = Many bodies: the plots cover all contacts; a selected body adds its own curves and trails, including its past. Values are shown at the inspected contact and at the one under the pointer.
help-pulls = Pulls: a spring defined in the scene (pulls:) moves at its own speed, and a ring is drawn at its moving end; "Pull" under Manipulate starts a growing force. Both are shown in newtons beside the body.
help-plots = Plots: drag an inspector number onto a plot; to compare with measured data, use ⋯ or drop a CSV file on the plot.
help-sliders = Double-click a slider or its name to reset it. Values can be typed: 1e5.
help-search = Search actions
help-search-hint = type a few letters
help-search-name = search actions: a few letters
help-search-none = nothing found

## Dialogs
dialog-save-as = Save scene as
dialog-path = file path
dialog-poses = start from the current poses and velocities
dialog-poses-note = Entries of moved bodies are rewritten without comments; contacts start undeformed.
dialog-parameters-note = Saves parameters, slopes, and added or deleted bodies; keeps comments and the original initial state.
dialog-exists = This file exists and will be replaced.
dialog-save = Save
dialog-cancel = Cancel
dialog-unsaved = Unsaved changes
dialog-unsaved-text = The scene has unsaved changes.
dialog-save-first = Save…
dialog-close = Close without saving
dialog-keep = Keep editing
dialog-faults = The file on disk has errors; the previously loaded scene keeps running.
dialog-not-opened = This could not be opened.
dialog-dismiss = Dismiss

## Timeline
timeline-name = timeline: displayed step
timeline-edits = changes
timeline-bookmark = bookmark (M adds or removes it)
timeline-slide = slide
timeline-roll = roll
timeline-spin = spin
timeline-contact = contact
timeline-solver = solver
timeline-residual = { $count ->
    [one] solver: this step ended above the tolerance{ $tolerance }
   *[other] solver: { $count } steps up to the next mark ended above the tolerance{ $tolerance }
}
timeline-roll-of = roll of { $body }

## Events
event-slide = slide
event-spin = spin
event-contact = contact
event-stick = stick
event-slip = slip
event-open = open
event-begin = begin
event-end = end
timeline-edit = edit: { $edit }
timeline-more = and { $more } more up to the next mark

## Legend
legend-friction = friction
legend-velocity = velocity
legend-pull = pull
legend-normal = normal force
legend-roll = roll torque
legend-spin = spin torque
legend-frame = contact frame n, u, w
legend-axes = body axes
legend-previous = previous contact frame
legend-spring = spring or rope, ring at its moving end
legend-paths = paths of the contact points
legend-bar = { $name }, this length: { $bar }
legend-quarter = ¼ turn
legend-discs = sticks (static) · slips (kinetic) · open
legend-unsolved = contact above the solver's tolerance
legend-tint = { $name } · { $low } to { $high }
legend-chains = normal force · 0 to ≥ { $force } N ({ $full } × mean)
tint-plain = bodies
tint-speed = speed
tint-contacts = contacts per body
tint-load = sum of normal forces

## Overlays
layer-motion = Motion
layer-contact = Contact
layer-diagnostics = Diagnostics
layer-body-axes = body axes x, y, z
layer-velocity = velocity v
layer-angular-velocity = angular velocity ω
layer-stopping-point = predicted stopping point
layer-frame = contact frame n, u, w
layer-friction = friction force
layer-torques = roll and spin torques
layer-normal = normal force
layer-chains = force chains
layer-discs = stick / slip discs
layer-values = values
layer-gauge = λ gauge
layer-overlap = overlap area and contact line of prisms
layer-trails = contact point trails
layer-patches = Hertz contact patch
layer-curvature = curvature along the path
layer-transport = frame transport and ψ
layer-chains-tip = the strongest contacts as bars between centres, wider and darker with larger normal force (C); in scenes of many balls the balls are drawn smaller
layer-values-tip = v, ω: velocities; friction, roll and spin torque: elastic plus damping part; N: normal force; a: contact radius
layer-gauge-tip = static friction as a constraint: 0 slips along +t = a × n, 1 along −t, ½ carries no load; in 3D, 0 to ½
layer-transport-tip = the previous contact frame (pale) and the spin angle, magnified by the factor shown
layer-needs-selection = with many bodies or contacts, shown only for the selected one: click a body or contact
layer-pale = pale: { $what }

## Scene and view
view-reload = Reload
view-reload-tip = read the file again (Ctrl + L)
count-warnings = { $count ->
    [one] { $number } warning
   *[other] { $number } warnings
}
count-snapshots = { $count ->
    [one] { $number } snapshot
   *[other] { $number } snapshots
}
view-scene = Scene
view-scene-name = scene
view-overlays = Overlays
view-lock = lock the arrow scale
view-fit-tip = rescale the arrows to the current view
view-fit = Fit
view-fit-name = fit the arrow scale
view-colours = Colours
view-colours-tip = press V to cycle
view-history = History
view-wait = about { $seconds } s
view-snapshots = { $snapshots }, { $mb } MB. A jump between two of them re-simulates up to { $steps }.
view-events-until = Events are listed up to step { $step }.
view-view = View
view-plots = plots
view-follow = follow the bodies
view-plane = plane view
view-plane-tip = along the normal of the plane of motion, or else the nearest world axis (2)
view-orthographic = orthographic
view-dark = dark theme
view-safe = colour-blind safe
view-safe-tip = colours distinguishable with protan, deutan and tritan vision; uses the dark scene
view-grid = grid { $cell } m

## Friction parameters
tune-friction = Friction
tune-reset = Reset all to the file's values
tune-roll = roll friction
tune-spin = spin friction
tune-pairs = pairs whose friction is shown
tune-in-file = in the file: { $value }
tune-double-click = double-click to reset to the file's law
tune-changed = changed from the file
tune-handles = double-click: reset both to their initial values · arrow keys: by { $step }
tune-form = form of the equations:
tune-solver = Rigid solver
tune-form-tip = Which equations hold between impulses and velocities.
tune-method-tip = How they are solved.
tune-impact-tip = What a coefficient of restitution means.
tune-tolerance-tip = Largest residual of a converged step.
tune-iterations-tip = Maximum passes over an island's contacts per step.
tune-warm-tip = Each step starts from the last impulses.
tune-tolerance-name = tolerance of the solver, m/s
tune-iterations-name = maximum solver iterations
tune-warm-name = warm start of the solver
tune-form-row = form
tune-method-row = method
tune-impact-row = impact
tune-tolerance-row = tolerance
tune-iterations-row = iterations ≤
tune-warm-row = warm start
tune-solver-reset = Reset solver to the file's values

## Manipulate
hand-title = Manipulate
hand-choose-tip = click another body to choose it
hand-grow = Pull with a growing force
hand-kick = Kick and spin
hand-pose = Set pose
hand-bodies = Bodies
hand-mouse = While it plays, drag a body to pull it. Ctrl + right drag pulls, Ctrl + left drag turns a body.
hand-seen = { $what }; advanced one step to show it
hand-slope = tilt to
hand-turn-rate = turning speed
hand-turns = { $slope } · to { $target }
hand-slope-of = tilt { $body } to
hand-slope-name = slope of { $body }, degrees
hand-rate-tip = how fast the board follows; a fast board jolts the bodies on it
hand-rate-name = tilt rate of { $body }, degrees per second
hand-tilts = { $angle }° · press Space: it tilts while time runs
hand-tilts-later = it tilts while time runs: press Space
hand-pulls-later = the pull acts only while time runs: press Space
hand-immovable = { $body } is fixed or driven: forces do not move it
hand-spring = spring on { $body }:
hand-rope = rope on { $body }:
hand-spring-speed = speed of the driven end
hand-spring-name = spring on { $body }: { $what }
hand-stiffness = stiffness
hand-direction = direction
hand-pull = Pull
hand-release = Release
hand-rate = rate
hand-pull-rate = rate of the growing pull, newtons per second
hand-kick-button = Kick
hand-kick-tip = adds to the velocity and angular velocity, world axes
hand-pause = Pause first (Space).
hand-rotation = ° rotation vector
hand-apply = Apply pose
hand-current = Current pose
hand-pose-set = pose set; the body's contacts restart without history
hand-new-shape = shape of the new body
hand-size = size
hand-mass = mass
hand-size-name = size of the new body, m
hand-mass-name = mass of the new body, kg
hand-on = m on { $plane }
hand-add = Add
hand-added = body added
hand-delete = Delete { $body }
hand-deleted = body deleted
hand-grip = handle of { $body }: drag to tilt

## Schedules
schedule-title = Schedules: factors over time
schedule-body = motion of { $body }
schedule-spring = spring { $number } on { $body }
schedule-force = force { $number } on { $body }
schedule-now = now { $time } s: factor { $factor }
schedule-none = no table: the factor is 1
schedule-none-driven = no table: `from` and `until` apply
schedule-time = time, s
schedule-factor = factor
schedule-field = { $of }, row { $row }: { $what }
schedule-add = Add row
schedule-step = Step
schedule-step-tip = add a second row at the same time, so that the factor jumps
schedule-remove = remove this row
schedule-clear = No table
schedule-waits = not applied yet
schedule-apply = Apply table
schedule-discard = Discard
schedule-refused = row { $row } ({ $time } s): { $why }

## Compare laws
compare-copied = copied: paste it into a spreadsheet

## Right panel
tab-inspect = Inspect
tab-inspect-tip = contacts and bodies: every number, and why it sticks or slips
tab-tune = Tune
tab-tune-tip = friction parameters of the running simulation
tab-body = Body
tab-body-tip = the selected body: dimensions, mass, material, place, what pulls it
tab-solver = Solver
tab-solver-tip = rigid contacts: how well each step is solved

## Plots
bar-clock = t = { $time } s · step { $step }
plot-textbook = textbook: { $off } off
plot-textbook-curve = – – textbook
plot-theory-curve = – – theory
plot-textbook-tip = dashed: friction equal to the applied load up to μs N while the body sticks, μk N while it slips
plot-none = no plots: press + or click a number in the inspector
plot-kinetic-tip = kinetic energy: of the centre of mass, of the motion relative to it, and of rotation
plot-world = packing, energies, solver
plot-add = add a plot
plot-energy = Energy
plot-energy-tip = the energy budget
plot-energy-title = energy [J]
plot-tab-all = All
plot-all-tip = all plots side by side
plot-save = save or copy what the plots show
plot-closed-form = closed form
plot-ghost = ghost
plot-previous = previous run
plot-one = { $quantity } of { $subject }, now { $value }
plot-of = plot of { $curves } over { $x }
plot-time = time
plot-what = what this plot shows
plot-over = over { $x }
plot-error = closed form { $error }
plot-dashed = dashed: prediction from the state at { $time } s
plot-all = Show all plots · double-click
plot-alone = Show this plot alone · double-click
plot-close = Close this plot
plot-over-time = Over time
plot-over-other = Over …
plot-remove = Remove { $symbol }
plot-predicted = predicted { $value }
plot-cannot-read = cannot read { $file }: { $why }
plot-only-curves = file curves can only be overlaid on curve plots
count-points = { $count ->
    [one] { $number } point
   *[other] { $number } points
}
plot-points-of = { $points } of { $about }
plot-compare = Compare with a curve (CSV) …
plot-columns = a file with two columns, or with columns named after the quantities
plot-overlay = Overlay
plot-drop = or drop the file on the plot
plot-remove-file = Remove the file's curve
plot-figure = Figure of all plots (SVG)
plot-samples = All samples of the curves (CSV)
plot-copy = Copy samples (for a spreadsheet)
plot-copied = copied
plot-no-energy = no energy budget: too many bodies
plot-energy-name = plot of the energy budget over time
plot-residual = residual { $energy }
plot-residual-tip = kinetic + potential + stored + dissipated − external work, relative to the start
energy-kinetic = kinetic
energy-potential = potential
energy-springs = springs
energy-slide = slide
energy-roll = roll
energy-spin = spin
energy-impact = impact

## Modes and parameters
mode-sticks = sticks
mode-slips = slips
mode-open = is open
mode-unknown = mode unknown
parameter-mu-s = static friction coefficient, at least μk
parameter-mu-k = kinetic friction coefficient, at most μs
parameter-k-e = slide stiffness
parameter-eta-r = roll friction coefficient; 0 turns roll friction off
parameter-eta-e = ratio of roll to slide energy at the thresholds; 0 turns roll friction off
parameter-eta-theta = ratio of the roll threshold to κ times the slide threshold
parameter-eta-psi = spin friction coefficient; 0 turns spin friction off
parameter-mu-s-across = static friction coefficient across the grain, at least μk₂
parameter-mu-k-across = kinetic friction coefficient across the grain, at most μs₂
parameter-finite = { $symbol } must be a finite number
parameter-negative = { $symbol } must not be negative
parameter-positive = { $symbol } must be positive
parameter-least = { $symbol } must be at least { $least }
parameter-no-stiffness = none of the selected laws uses a stiffness
parameter-raised = { $symbol } was raised to { $value }, because μk must not exceed μs
parameter-lowered = { $symbol } was lowered to { $value }, because μk must not exceed μs
tune-step-tip = time step over the critical step of all contact springs acting together; from 1 on, sticking contacts oscillate or diverge. The scene sets the step: `time: (dt: …)`
tune-step-advice = Δt is too long: sticking contacts oscillate or diverge. Try Δt = { $step } s.

## Labels in the scene
scene-friction = friction
scene-roll = roll torque
scene-spin = spin torque
scene-spring = spring
scene-rope = rope
scene-pull = pull
scene-stop = predicted stop (t = { $time } s), { $off }
scene-total = total { $force }
scene-off = { $distance } off
scene-transport = last step, rotation × { $times }
bar-pace = { $speed } × real time · { $steps } steps/s
bar-pace-alone = { $speed } × real time
bar-pace-of-step = { $speed } × real time · { $time } a step
scene-name = 3D view: { $title }
scene-edge = panel edge
scene-axis = plot axis
scene-window = window title
scene-scroll = scroll bar

## Notices
notice-saved = saved as { $file }
notice-saved-poses = saved as { $file } from the current poses; contacts start undeformed
notice-copied-text = copied: { $text }
notice-copied = copied
notice-link = Link copied. It opens after the address of the page, or with `stickslip open LINK`.
notice-link-page = Link copied.
notice-link-long = It has { $count } characters: some mail programs and chats cut links of more than 8000, so try it, or save the scene and pass on the file.
notice-link-none = no scene is open
notice-scene-ends = The scene ends here. Press Play to continue past its end, Backspace to restart.
notice-no-lesson = no lesson is open
notice-backfill = past recomputed: { $percent } %
notice-followed = recorded only since it was selected: recomputing its past takes { $minutes } min
notice-no-touch = nothing touches yet
notice-select = many bodies or contacts: select a body to see its trails
notice-no-trail = no trail yet: contact points have barely moved
notice-no-ghost = no ghost run for scenes of more than { $bodies } bodies: a second simulation this size would halve the speed

## Inspector
inspect-sticking = sticking for { $time }
inspect-slipping = slipping for { $time }
inspect-open = open for { $time }
inspect-why-slides = Why it slides
inspect-why-it = Why it { $verb }
inspect-why-roll = Why the roll friction { $verb }
inspect-why-roll-of = Why the { $body }'s roll friction { $verb }
inspect-why-spin = Why the spin friction { $verb }
inspect-no-contact-now = { $name }: no contact at this step
inspect-click-body = { $count ->
    [one] { $number } contact: click a body to see its own
   *[other] { $number } contacts: click a body to see its own
}
inspect-no-contacts = no contacts
inspect-contacts = Contacts
inspect-unpin = unpin
inspect-pin = pin to the list and record its curves
inspect-apart = apart
inspect-list-tip = bodies, normal force
inspect-more = and { $more } more: click one in the scene
inspect-overlap = N = { $n } · overlap { $overlap } m
inspect-overlap-untold = N = { $n } · overlap not known
inspect-friction-on = friction on { $j } from { $i }: { $force }
inspect-friction-untold = friction on { $j } from { $i }: not known
inspect-world = { $vector }, world
inspect-micro = Micro-view
inspect-paths = Surface paths
inspect-point = Contact point
inspect-rebuilt = ⚠ u turned by { $u }° in this step, n by { $n }°, the bodies about n by { $spin }°: frame rebuilt, not transported
inspect-frame = Frame n, u, w
inspect-transported = ✔ transported: |Δu| ≤ |Δn| + |ω_n| Δt
inspect-transported-tip = u turns no more than the rotation of n and the spin of the bodies explain
inspect-told-tangent = u′, the engine's own first tangent: { $angle }° from u about n
inspect-told-tangent-tip = drawn as a thin line. The bodies carry u along; the engine chooses u′. Where the angle jumps, the engine rotated its frame, and with it the friction that it keeps from the last step
inspect-slide = slide
inspect-roll = roll
inspect-roll-i = roll of { $body }
inspect-roll-j = roll of { $body }
inspect-spin = spin
inspect-no-memory = { $load } · a law without memory
inspect-bar-tip = elastic part over its static limit; the tick marks the kinetic limit
inspect-bodies = Bodies
inspect-of-scene = { $group } of the scene
inspect-bench-tip = drive every law with this contact's recorded motion
inspect-bench = Send to law bench
inspect-save-tip = all values of this contact at every stored step, as CSV
inspect-save = Save history
inspect-repro-tip = a command that opens this run at this step and contact; a run with edits is recorded first
inspect-repro = Copy repro
inspect-plot = plot { $quantity }
inspect-plot-it = { $quantity }: plot it
inspect-drag = click to plot over time, drag onto a plot to add it there
inspect-copy-tip = all numbers of this step, tab-separated, for a spreadsheet
inspect-copy = Copy table
inspect-circle-tip = { $spring } of { $static } (solid: static threshold), { $kinetic } (dashed: kinetic); % of static
inspect-circle-pyramid = square: audit check A5 finds that the engine limits |F_u′| + |F_w′| ≤ μN along its own tangents instead of the circle
inspect-pyramid = pyramid
inspect-shared = friction known per manifold, not per point
inspect-shared-tip = this engine reports one friction for all points of the pair together; the file gives each point an equal share, so compare only the sum with μN
inspect-no-load = no load yet: it acts from the next step
inspect-gap = N = { $n } · gap Φ = { $gap }
inspect-gap-tip = a gap below 0 is an overlap
inspect-lift = lift s Δt = { $lift }
inspect-lift-relaxed = lift of the relaxed form: s Δt = { $lift }
inspect-relaxed-tip = after a step in which the contact slides, rolls or spins, the relaxed form leaves this gap
inspect-exact-tip = the exact form, used here, leaves no gap
inspect-lift-tip = s = μ‖V_t‖ + ρ‖W_t‖ + σ|W_n|, of the last step
inspect-face = one of { $points } points of a face: the load of a single point is not unique
inspect-face-tip = With three or more points, many load distributions give the same motion (prestress); the solver finds one of them, depending on where it starts. Compare motions and sums over the face.
inspect-disk-open = open
inspect-share = { $share } % of μN = { $limit }
inspect-slips-plus = 0 slips along +t
inspect-slips-minus = 1 slips along −t
inspect-slips = 0 slips
inspect-half = ½ no load
inspect-static = static
inspect-slip = slip
inspect-area-tip = A: overlap area; b: length of the vector sum of the edges that one body contributes
inspect-overlap-tip = overlap of { $area }: area, centroid C, contact line from P₁ to P₂, n into body i; depth × { $depth }
inspect-depth = depth × { $depth }
inspect-micro-text = distance × to ●: { $distance } · |S| = { $spring } · coincided { $steps } ago
inspect-micro-legend = × point of i   ● point of j   lines: paths of the contact point   magenta: S
inspect-auto = auto
inspect-times = { $times } × the scene
inspect-steps-back = steps back

## Laws of the scene
law-slide = slide law
law-roll = roll law
law-spin = spin law
law-lacks = Not available here: { $fault }
law-keeps = { $law }. The contacts keep their deflection.
law-resets = { $law }. Contact history is reset: one of the two laws has no memory.
law-parameters = parameters of these laws
law-empty = empty: { $default }
law-speed = slip speed [m/s]
law-contacts = contacts
law-over-speed = friction coefficient in steady sliding against slip speed; dots: contacts in this step
parameter-mu = friction coefficient: largest slide force over N
parameter-rho = largest roll torque over N; 0 turns roll friction off
parameter-sigma = largest spin torque over N; 0 turns spin friction off
gauge-along = λ = ½ − f/(2μN), f: friction on body i along t = a × n = { $t }
gauge-ends = 0 slips along +t, 1 along −t, ½ carries no load
gauge-space = 3D: λ = ½ (1 − |f|/μN), from 0 (slips) to ½ (no load)
gauge-value = λ = { $lambda } of { $range }: { $state }

## Edits
edit-law = { $component } law { $law }
edit-gravity = gravity { $g } m/s²
edit-kick = kick
edit-mouse = pull by hand
edit-spring = spring speed { $v } m/s
edit-schedule = schedule of { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
edit-no-schedule = no schedule
edit-tilt = tilt to { $angle }°
edit-pose = set pose
edit-add = add body
edit-delete = delete body
edit-solver = solver { $solver }

## Comparison of laws
compare-add = Add a law set to run it in lockstep with the displayed run.
compare-form = form
compare-slide = slide
compare-roll = roll
compare-spin = spin
compare-remove = remove this set
compare-beside = side by side
compare-beside-tip = offset along x; otherwise superimposed
compare-threshold-tip = Two runs differ once a position differs by more than this fraction of the body's size (an angle: in rad), a force by more than this fraction of the normal force, or a torque of normal force × size.
compare-threshold-name = difference threshold, power of ten
compare-threshold = threshold { $value }
compare-law-set = + Law set
compare-rigid = + Rigid
compare-rigid-tip = The same bodies with rigid contacts and friction cones: exact (Coulomb's law) and relaxed (Tasora & Anitescu). Their limits follow from the springs.
compare-form-of = form of set { $set }
compare-law-of = { $component } law of set { $set }
compare-rigid-note = rigid: { $note }
compare-laws = laws
compare-first = first difference
compare-displayed-law = The displayed law
compare-jitters = { $law } jitters at rest: its { $load } from step to step. It opposes the current velocity and has no memory to hold the body.
compare-catching-up = catching up …
compare-none = none so far
compare-found = t = { $time } s, { $kind } of { $body }
compare-values = { $kind }: t = { $time } s, { $of }: { $own } here, { $other }
compare-pose = pose
compare-mode = mode
compare-force = force
compare-torque = torque
compare-quantity = compared quantity
compare-body = compared body
compare-of = of
compare-copy-tip = these curves, tab-separated, for a spreadsheet
compare-plot = plot of { $quantity } of all runs over time
compare-load-friction = friction force
compare-load-roll = roll torque
compare-load-spin = spin torque
compare-sign = { $count ->
    [one] { $loads } changes sign
   *[other] { $loads } change sign
}
compare-and = { $first } and { $second }
compare-as-shown = as in the scene
compare-rigid-contacts = rigid contacts
compare-form-name = { $form } form
compare-displayed = displayed
compare-displayed-set = { $set } (displayed)
legend-show = show
legend-hide = hide
gallery-start = ▶ Start with lesson 1
## Rail at the left edge
rail-gallery = Gallery
rail-gallery-tip = all lessons and scenes (Ctrl + O)
rail-scene = Scene
rail-scene-tip = description, warnings, list of scenes
rail-overlays = Overlays
rail-overlays-tip = what is drawn on the bodies; the view (Tab)
rail-plots = Plots
rail-plots-tip = show or hide the plots (P)
rail-keys = Keys
rail-keys-tip = all shortcuts (F1)
tune-value = { $name }: value

## Answers of a class
class-title = For a class
class-worksheet-tip = a printable page: question, prediction, three values to try; the answers are on a second sheet
class-worksheet = Worksheet
class-name-hint = your name, if you like
class-name = name of the student
class-save = Save answers
class-save-tip = predictions and outcomes of this session, CSV
class-link = Copy answers as link
class-link-tip = a link to pass on; nothing is sent
class-answers = Class answers
class-answers-tip = histograms of the predictions of the whole class
class-tools = worksheet and answers
class-hide = Hide the true value
class-histogram = Save histogram
class-histogram-tip = a figure for print, SVG
class-clear = Clear
class-links = Answer links, one per line, or a table (CSV). You can also drop a file on the window.
class-links-name = answer links
class-add = Add
class-lesson = lesson whose predictions are shown
class-axis = predictions

## Audit of an imported run
bar-audit = audit
bar-audit-tip = where this run departs from the equations of mechanics and friction
audit-title = Audit of the run
audit-waits = Checking the run …
audit-none = Nothing differs beyond the limits.
audit-step = step { $step }
audit-go = go to this step and select the contact
audit-numbers = value { $value }, limit { $limit }

# Building by hand
build-select = First select a body: click on it.
build-delete = delete { $body }
build-duplicate = duplicate { $body }
build-add = add { $body }
build-start-here = this state as the start
build-row = copy { $body } in rows
build-mirror = mirror { $body }
build-no-mirror = { $body } has no mirror image of its own shape
build-and-more = { $body } and { $more } more
build-copied = { $body } is copied; Ctrl+V pastes it, in another scene too
build-nothing-copied = Nothing is copied: select a body and press Ctrl+C.
build-refused = Not possible ({ $what }): { $why }
build-undone = undone: { $what }
build-redone = redone: { $what }
build-new-scene = new scene
build-paint = { $body } of { $material }
build-hint-paint = Click on the bodies that shall have it. Esc: done.
build-materials = Materials
build-row-make = Make copies
build-row-by = distance along { $axis }
build-row-count = number along { $axis }
build-button-row = Row, grid…
build-place-middle-tip = Places the body at the free place nearest to the middle, without the mouse in the scene
build-place-middle = Place in the middle
build-on-nothing = { $body } at height 0: nothing is below it
build-has-floor = There is a floor already.
build-no-room = There is no free place near the middle: click where it shall stand.
template-floor = An empty floor
template-ramp = A ramp
template-two-ramps = Two facing ramps
template-table = A table with an edge
template-belt = A belt
template-stairs = Stairs
template-balls = A box of balls
template-bowl = A bowl
template-tube = A tube
template-other = Another scene
gallery-new = New:
gallery-files = Your files:
gallery-open = Open…
gallery-recent = opened last:
dialog-open = Open a file
dialog-open-button = Open
dialog-browse = Browse…
rail-build = Build
rail-build-tip = Bodies to build with (B)
tool-ball = ball
tool-box = box
tool-cylinder = cylinder
tool-capsule = capsule
tool-egg = egg
tool-prism = prism
tool-ramp = ramp
tool-shelf = shelf
tool-floor-tip = A level floor below all bodies
tool-floor = floor
tool-wall = wall
tool-disk = disk
build-bodies = Bodies
build-supports = Supports
build-hint-choose = Choose a shape, then click where it shall stand.
build-hint-place = Click in the scene to place it, with Shift several. Wheel: size · Shift + wheel: turn · Alt: off the grid · Esc: done.
build-selected = Selected body
build-button-duplicate = Duplicate
build-button-delete = Remove
build-button-cut = Cut
build-button-mirror = Mirror…
build-mirror-side = To the { $side } ({ $axis })
build-side-right = right
build-side-left = left
build-side-back = back
build-side-front = front
build-button-copy = Copy
build-button-paste = Paste
build-start = Start
build-at-start = The run stands at its start: what you build becomes part of the scene.
build-after-start = The run has begun: what you build is an edit of this run.
build-start-button = Make this the start
build-on = { $body } on { $carrier }
build-overlaps = overlaps { $body } by { $by }
build-added-later = Added at the next step of the run.
build-needs-start = This changes the scene: first go back to the start (Home), or make this the start.
build-world = the world
build-between = { $body } – { $end }
build-connect = Connect
build-force = Set in motion
build-move = move { $body }
build-turn = turn { $body }
build-resize = resize { $body }
build-tilt = tilt { $body }
build-push = push { $body }
build-velocity = velocity of { $body }
build-spring = spring at { $body }
build-rope = rope at { $body }
build-immovable = { $body } is fixed: choose a body that moves.
build-hint-line = Press on a body and drag to another body or point.
build-hint-line-end = Click where it shall end. Shift: upwards · Esc: done.
build-none-selected = Click on a body: drag it to move it, its dots to resize it, its knob to turn it. Shift: up and down · Alt: off the grid.
build-back-button = Back to the start
tool-spring = spring
tool-rope = rope
tool-push = push
tool-velocity = velocity
handle-turn = turns { $body }
handle-slope = tilts { $body }
handle-size = resizes { $body }
dimension-radius = radius
dimension-height = height
dimension-x = size x
dimension-y = size y
dimension-z = size z
dimension-length = length
dimension-width = width
dimension-thickness = thickness
card-name = Name of the body
card-change = change { $body }
card-of-a-fill = It is one of many bodies of a fill: change them in the text.
card-slope = slope
card-mass = mass
card-density = density
card-material = material
card-no-material = none
card-free = free
card-fixed = fixed
card-driven = driven
card-velocity = velocity { $axis }
card-rest-length = length
card-remove-pull = Take away
card-connect = Connect, push…
card-connect-world = The world above
card-force = force { $axis }
card-turn = turn
card-place = Place in the world
card-place-on = Place on { $surface }
scene-card-title = Scene
scene-card-name = Title of the scene
scene-card-gravity = gravity
scene-card-dt = time step Δt
scene-card-duration = duration
scene-card-stiffness = stiffness k_n
scene-card-gravity-axis = gravity { $axis }
scene-card-gravity-vector = Direction of gravity
check-title = Check
check-overlap = { $a } and { $b } overlap by { $by }
check-step = Δt/Δt_crit = { $ratio }: too long; use { $step } s
check-fix = Fix
check-fix-name = Use the shorter time step
check-good = Δt/Δt_crit = { $ratio }, no overlaps
check-choose = Choose stiffness and Δt
check-choose-tip = From the masses and sizes of the bodies: the heaviest sinks by a thousandth of the smallest half-width, and the time step suits the springs
check-only-hooke = The normal force of this scene has no k_n to choose.
check-no-body = There is no body that moves.
pairs-open = Friction of pairs…
pairs-open-tip = μs and μk of each pair of materials
pairs-title = Friction of pairs of materials
pairs-none = No body has a material yet: choose one on the card of a body.
pairs-choose = Choose a cell to change it: μs / μk; – as all other pairs.
pairs-as-others = as all other pairs
pairs-known = Handbook: { $s } / { $k }
pairs-source = Dry surfaces; OpenStax, University Physics 1, table 6.1; glass: Serway & Jewett, table 5.1
pairs-reset = As all other pairs
material-wood = wood
material-steel = steel
material-rubber = rubber
material-ice = ice
material-glass = glass
material-concrete = concrete
material-felt = felt
material-sand = sand
view-bodies = Bodies
view-lock-body = Lock { $body }: the mouse does not move it
view-hide-body = Hide { $body }
share-menu = Share
share-tip = Link, pictures and films of the scene
share-link = Copy link
share-cancel = Stop drawing
caption-by-pair = friction by pair
share-cancelled = Drawing stopped.
share-link-tip = copies a link that opens this scene on the page
share-picture = Picture of the scene
share-as-shown = as shown
share-light = light
share-dark = dark
share-transparent = without background
share-save-picture = Save the picture
share-window = Whole window
share-film = Film
share-from = from
share-to = to
share-speed = speed
share-save-film = Save the film
share-drawing = drawing…
share-progress = frame { $done } of { $count }
share-saved = saved as { $path }
share-busy = A picture or film is being drawn: wait for it.
