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

## View
view-language = Sprache

## Gallery
gallery-none = Keine Lektion oder Szene enthält diese Wörter.
gallery-lessons-title = Lektionen: vorhersagen, ausprobieren, verstehen
gallery-motto = wie Körper aufeinander haften, gleiten, rollen und bohren
gallery-search = suchen
gallery-back = Zurück zur Szene
gallery-keys = Tasten
gallery-all = Alle
gallery-lessons = Lektionen
gallery-hide = { $count ->
    [one] { $number } Variante ausblenden
   *[other] { $number } Varianten ausblenden
}
gallery-show = { $count ->
    [one] { $number } Variante zeigen
   *[other] { $number } Varianten zeigen
}
gallery-paper = Die Veröffentlichung
gallery-curved = Gekrümmte Flächen, bewegte Unterlagen
gallery-piles = Haufen
gallery-rigid = Starre Kontakte
gallery-constraint = Haftreibung als Zwangsbedingung

## Lessons
lesson-none = Keine Lektion ist offen.
lesson-choose = Lektion wählen
lesson-waits = Der Versuch beginnt nach Ihrer Vorhersage.
lesson-prediction = Ihre Vorhersage
lesson-prediction-name = Ihre Vorhersage: { $name }, { $unit }
lesson-predict = { $value } vorhersagen
lesson-predict-off = zuerst den Regler auf die Vorhersage stellen
lesson-change = Vorhersage ändern
lesson-play = ▶ Start
lesson-pause = ⏸ Pause
lesson-space = Leertaste
lesson-restart = ⟲ Neustart
lesson-restart-tip = von Anfang an (Rücktaste)
lesson-show-me = Vorführen
lesson-show-me-tip = den Versuch vorführen
lesson-law = Gleitgesetz:
lesson-law-name = Gleitgesetz
lesson-predicted = vorhergesagt { $guess }
lesson-theory = Theorie { $theory } (Abweichung { $off } %)
lesson-other-run = Sie haben die Werte geändert, dieser Lauf beantwortet die Frage also nicht. { $instead }
lesson-see-curves = Die Kurven zeigen, was geschah.
lesson-no-answer = Was geschah, entspricht keiner dieser Antworten.
lesson-happened = Was geschah: { $answer }
lesson-copy = Tabelle kopieren
lesson-copy-tip = alle Werte der Kurven, mit Tabulatoren getrennt, für eine Tabellenkalkulation
lesson-picture = Bild speichern
lesson-picture-tip = das Fenster, mit den Parametern in der Bildzeile (F12)
lesson-replay = Noch einmal:
lesson-before = Vorher
lesson-before-tip = ein Zehntel der vergangenen Zeit früher
lesson-just-before = Kurz davor
lesson-just-before-tip = der letzte Schritt davor
lesson-moment = Der Moment
lesson-moment-tip = der entscheidende Schritt; weiter mit ← und →
lesson-after = Danach
lesson-after-tip = etwas später
lesson-next = Nächste Lektion →
lesson-all = Alle Lektionen
lesson-net-force = Resultierende = m a
lesson-contact-forces = Kontaktkräfte
lesson-from-step-1 = ab Schritt 1
lesson-limit-split = { $share } % von μs N (Strich: μk N)
lesson-limit = { $share } % von μ N
lesson-friction = Reibung
lesson-pull = Zug
lesson-roll-torque = Rollmoment
lesson-spin-torque = Bohrmoment
lesson-forces = Kräfte auf „{ $body }“
lesson-forces-of = Kräfte: { $body }
lesson-ball = Kugel
lesson-block = Klotz
lesson-disk = Scheibe
lesson-cylinder = Zylinder
lesson-capsule = Kapsel
lesson-ellipsoid = Ellipsoid
lesson-body = Körper
lesson-predict-first = Bitte zuerst vorhersagen: Der Versuch beginnt danach.
lesson-run-again = Der Lauf beginnt neu, da sein Ergebnis schon zu sehen war.
