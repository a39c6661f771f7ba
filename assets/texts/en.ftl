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
