# Texte des Fensters. Reihenfolge und Schlüssel wie in en.ftl.

## Counts
count-steps = { $count ->
    [one] { $number } Schritt
   *[other] { $number } Schritte
}

## Bottom bar
bar-tools = Werkzeuge
bar-tools-name = Werkzeuge: Schattenlauf, Vergleiche
bar-stopped = Angehalten: { $why }
bar-stopped-help = Rücktaste: Neustart; oft hilft ein kleineres dt oder ein kleineres K_E.
bar-compare = Gesetze vergleichen
bar-compare-tip = dieselbe Szene unter anderen Reibgesetzen rechnen, im Gleichschritt
bar-bench = Prüfstand
bar-bench-tip = ein Kontakt, mit jedem Gesetz angetrieben
bar-lesson = Lektion
bar-explore = Erkunden
bar-debug = Diagnose
bar-layout = Ansicht: wie viel das Fenster zeigt
bar-pause = ⏸ Pause
bar-play-on = ▶ Weiter
bar-play = ▶ Start
bar-space = Leertaste
bar-to-event = ▶ Zum Ereignis
bar-to-event-tip = abspielen, bis ein Zustand wechselt oder ein Kontakt beginnt oder endet (E)
bar-restart = Neustart mit den jetzigen Parametern (Rücktaste)
bar-more = mehr Navigation, und Lesezeichen
bar-previous-event = voriges Ereignis (Strg + ←)
bar-step-back = ein Schritt zurück (←)
bar-step = ein Schritt (→)
bar-next-event = nächstes aufgezeichnetes Ereignis (Strg + →)
bar-forward-10 = 10 Schritte vor · Bild ab
bar-forward-frame = Ein Bild vor: { $steps }
bar-back-10 = 10 Schritte zurück · Bild auf
bar-start = Zum Anfang · Pos1
bar-end = Zum letzten gerechneten Schritt · Ende
bar-unmark = Dieses Lesezeichen löschen · M
bar-mark = Lesezeichen setzen · M
bar-bookmark = Lesezeichen: { $time }
bar-next-bookmark = Nächstes Lesezeichen · Umschalt + M
bar-record = Aufzeichnung speichern (Strg + Umschalt + R)
bar-truncated = gekürzt: gültig bis Schritt { $step }
bar-imported-by = importiert von stickslip { $build }
bar-recorded-by = aufgezeichnet von stickslip { $build }
bar-edit-branches = eine Änderung beginnt einen neuen Zweig
bar-imported = importierter Lauf
bar-replay = Wiedergabe
bar-cut = { $name } (gekürzt)
bar-diverged = ABWEICHUNG ab Schritt { $step }
bar-diverged-tip = Ab diesem Schritt weicht der Zustand vom aufgezeichneten oder früher gerechneten ab: eine andere Version des Programms oder ein Fehler der Hardware.
bar-ghost = Schatten Δt/10
bar-ghost-tip = von hier einen Schattenlauf mit einem Zehntel der Schrittweite rechnen: jeder Unterschied ist Zeitschrittfehler
bar-apart = Abstand { $distance }
bar-catching-up = (holt auf)
bar-ghost-fine = Schatten Δt/10
bar-ghost-old = Schatten
bar-ghost-fine-tip = derselbe Lauf ab { $from } mit Δt/{ $fine }, blass gezeichnet; Abstand: der größte eines Körpers von seinem Schatten
bar-ghost-old-tip = die Zukunft vor der Änderung bei { $from }, blass gezeichnet; Abstand: der größte eines Körpers von seinem Schatten
bar-swap = zum Schattenlauf wechseln; dieser Lauf wird der Schatten
bar-discard = Schattenlauf verwerfen
bar-slower = langsamer
bar-slower-tip = langsamer (−)
bar-faster = schneller
bar-faster-tip = schneller (+)
bar-speed = Geschwindigkeit
bar-seeking = Sprung zu Schritt { $step }
bar-reading = Aufzeichnung wird gelesen
bar-ended = Ende der Szene
bar-paused = angehalten
bar-ended-tip = Start: weiter
bar-paused-tip = Leertaste: abspielen
bar-behind = Die Schritte sind zu langsam für die gewählte Geschwindigkeit: die Wiedergabe wird langsamer, kein Schritt wird ausgelassen.
bar-pace-tip = simulierte Sekunden je Sekunde
