# Texts of the window. One line per text; arguments in braces, see https://projectfluent.org.

## Counts
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
bar-compare-tip = run the same scene under other laws, in lockstep
bar-bench = Law bench
bar-bench-tip = one contact, driven under every law
bar-lesson = Lesson
bar-explore = Explore
bar-debug = Debug
bar-layout = layout: how much of the window is shown
bar-pause = ⏸ Pause
bar-play-on = ▶ Play on
bar-play = ▶ Play
bar-space = Space
bar-to-event = ▶ To event
bar-to-event-tip = play until a mode changes or a contact begins or ends (E)
bar-restart = restart, keeping the current parameters (Backspace)
bar-more = more navigation, and bookmarks
bar-previous-event = previous event (Ctrl + ←)
bar-step-back = one step back (←)
bar-step = one step (→)
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
bar-diverged-tip = From this step on the state differs from the recorded or previously computed one: a different version of the program, or a hardware fault.
bar-ghost = Ghost Δt/10
bar-ghost-tip = branch a ghost run here with a tenth of the step size: any difference is time-step error
bar-apart = { $distance } apart
bar-catching-up = (catching up)
bar-ghost-fine = ghost Δt/10
bar-ghost-old = ghost
bar-ghost-fine-tip = the same run from { $from } with Δt/{ $fine }, drawn pale; apart: largest distance of a body to its ghost
bar-ghost-old-tip = the future before your edit at { $from }, drawn pale; apart: largest distance of a body to its ghost
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
bar-behind = The steps are too slow for the chosen speed: playback slows down, no step is skipped.
bar-pace-tip = simulated seconds per second

## View
view-language = Language

## Gallery
gallery-none = No lesson or scene has these words.
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
gallery-piles = Piles
gallery-rigid = Rigid contacts
gallery-constraint = Static friction as a constraint

## Lessons
lesson-none = No lesson is open.
lesson-choose = Choose a lesson
lesson-waits = The experiment begins once you have made a prediction.
lesson-prediction = Your prediction
lesson-prediction-name = your prediction: { $name }, { $unit }
lesson-predict = Predict { $value }
lesson-predict-off = move the slider to your prediction first
lesson-change = Change prediction
lesson-play = ▶ Play
lesson-pause = ⏸ Pause
lesson-space = Space
lesson-restart = ⟲ Restart
lesson-restart-tip = from the start (Backspace)
lesson-show-me = Show me
lesson-show-me-tip = run the demonstration
lesson-law = sliding law:
lesson-law-name = slide law
lesson-predicted = predicted { $guess }
lesson-theory = theory { $theory } ({ $off } % off)
lesson-other-run = You changed the values, so this run does not answer the question. { $instead }
lesson-see-curves = The curves show what happened.
lesson-no-answer = What happened matches none of these answers.
lesson-happened = What happened: { $answer }
lesson-copy = Copy table
lesson-copy-tip = all samples of the curves, tab-separated, for a spreadsheet
lesson-picture = Save picture
lesson-picture-tip = the window, with the parameters in a caption (F12)
lesson-replay = Replay:
lesson-before = Before
lesson-before-tip = a tenth of the elapsed time earlier
lesson-just-before = Just before
lesson-just-before-tip = the last step before it
lesson-moment = The moment
lesson-moment-tip = the step that decided it; ← and → step from there
lesson-after = After
lesson-after-tip = a little later
lesson-next = Next lesson →
lesson-all = All lessons
lesson-net-force = net force = m a
lesson-contact-forces = contact forces
lesson-from-step-1 = from step 1 on
lesson-limit-split = { $share } % of μs N (tick: μk N)
lesson-limit = { $share } % of μ N
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
lesson-predict-first = Make your prediction first: the experiment begins after it.
lesson-run-again = The run starts again, since you had already seen its result.
