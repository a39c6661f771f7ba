# Texte des Fensters. Reihenfolge und Schlüssel wie in en.ftl.

## Counts
count-findings = { $count ->
    [one] { $number } Befund
   *[other] { $number } Befunde
}
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
bar-compare-tip = dieselbe Szene unter anderen Reibgesetzen, nebeneinander
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
bar-time = t = { $time } s
bar-to-event-tip = abspielen, bis ein Zustand wechselt oder ein Kontakt beginnt oder endet (E)
bar-restart = Neustart mit den jetzigen Parametern (Rücktaste)
bar-more = mehr Navigation, und Lesezeichen
bar-previous-event = voriges Ereignis (Strg + ←)
bar-step-back = ein Zeitschritt zurück (←)
bar-step = ein Zeitschritt (→)
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
bar-ghost-before = Lauf davor
bar-ghost-before-tip = der Lauf vor Ihrer Änderung der Szene, blass gezeichnet; Abstand: der größte eines Körpers von seinem Schatten
bar-rebuild = Dieselbe Szene hier
bar-rebuild-tip = dieselben Körper ab diesem Schritt, mit unseren eigenen Gesetzen gerechnet und als Schatten neben der Bewegung der Engine gezeichnet; was der Lauf nicht sagt, wird genannt
bar-by-springs = mit Federn
bar-by-cones = mit Reibungskegeln auf starren Kontakten
bar-by-dae = mit Haftreibung als Zwangsbedingung (dae)
bar-rebuilt-tip = die Körper des Laufs ab { $from }, hier mit { $fine } Schritten je Zeile gerechnet und blass gezeichnet; Abstand: der größte eines Körpers von seinem Schatten
bar-rebuilt-open = Als Szene
bar-rebuilt-open-tip = den Schatten als eigene Szene öffnen, um sie zu ändern und zu speichern
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
sound-on = Ton
sound-tip = Gleiten als Rauschen, heller bei höherer Geschwindigkeit; Ereignisse als Klicken (S)
sound-volume = Lautstärke
sound-volume-name = Lautstärke des Tons
view-language = Sprache
view-more = ▾ Mehr

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
gallery-rate = Reibung aus Geschwindigkeit, Ruhe und Richtung
gallery-piles = Haufen
gallery-rigid = Starre Kontakte
gallery-constraint = Haftreibung als Zwangsbedingung

## Lessons
lesson-none = Keine Lektion ist offen.
lesson-choose = Lektion wählen
lesson-waits = Der Versuch beginnt nach Ihrer Vorhersage.
lesson-build = Bauen
lesson-build-tip = Die Szene am Anfang ändern; die Vorhersage gilt dem, was Sie gebaut haben (B)
lesson-prediction = Ihre Vorhersage
lesson-prediction-name = Ihre Vorhersage: { $name }, { $unit }
lesson-predict = { $value } vorhersagen
lesson-predict-off = zuerst den Regler auf die Vorhersage stellen
lesson-change = Vorhersage ändern
lesson-play = ▶ Start
lesson-pause = ⏸ Pause
lesson-space = Leertaste
lesson-restart = ⟲ Neustart
lesson-restart-tip = von Anfang an, mit einer neuen Vorhersage (Rücktaste)
lesson-show-me = Vorführen
lesson-show-me-tip = den Versuch vorführen
lesson-law = Gleitgesetz:
lesson-law-name = Gleitgesetz
lesson-predicted = vorhergesagt { $guess }
lesson-predicted-high = vorhergesagt { $guess }: { $miss } zu hoch
lesson-predicted-low = vorhergesagt { $guess }: { $miss } zu niedrig
lesson-theory = Theorie { $theory } ({ $off } % Abweichung)
lesson-changed = Die Werte wurden geändert; dieser Lauf beantwortet die Frage nicht.
lesson-moved = Ein Körper wurde von Hand bewegt; dieser Lauf beantwortet die Frage nicht.
lesson-off-theory = Das ist weit von der Theorie entfernt und beantwortet die Frage noch nicht.
lesson-too-fast = Etwas hat sich zu schnell oder ruckartig bewegt. Machen Sie langsam weiter, oder starten Sie neu.
lesson-see-curves = Die Kurven zeigen, was geschah.
lesson-no-answer = Was geschah, entspricht keiner dieser Antworten.
lesson-happened = Was geschah: { $answer }
lesson-copy = Tabelle kopieren
lesson-copy-tip = alle Werte der Kurven, mit Tabulatoren getrennt, für eine Tabellenkalkulation
lesson-picture = Bild speichern
lesson-picture-tip = das Fenster, mit den Parametern in der Bildzeile (F12)
lesson-replay = Noch einmal:
lesson-before = Vorher
lesson-before-tip = einige Zeit davor
lesson-just-before = Kurz davor
lesson-just-before-tip = der letzte Augenblick davor
lesson-moment = Der Moment
lesson-moment-tip = der entscheidende Augenblick; weiter mit ← und →
lesson-after = Danach
lesson-after-tip = etwas später
lesson-next = Nächste Lektion →
lesson-all = Alle Lektionen
lesson-net-force = Resultierende = m a
lesson-contact-forces = Kontaktkräfte
lesson-from-step-1 = sobald die Zeit läuft
lesson-limit-split = { $share } % der Grenze μs N (Strich: μk N)
lesson-limit = { $share } % der Grenze μ N
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
lesson-rests = Nach dem entscheidenden Moment angehalten: weiter mit ▶.
lesson-holds = Bei { $slope } hält es noch: weiter neigen.
lesson-tilt = Drücken Sie den Knopf, oder ziehen Sie das Brett am Griff oder an der Kante.
lesson-turns = Das Brett dreht sich langsam, damit es nicht ruckt.

## Actions of keys and command palette
action-play = abspielen oder anhalten
action-to-event = bis zum nächsten Ereignis abspielen
action-step = ein Schritt vor
action-step-back = ein Schritt zurück
action-steps = 10 Schritte vor
action-steps-back = 10 Schritte zurück
action-frames = 10 Bilder vor
action-frames-back = 10 Bilder zurück
action-next-event = nächstes Ereignis
action-previous-event = voriges Ereignis
action-bookmark = Lesezeichen bei diesem Schritt setzen oder löschen
action-next-bookmark = nächstes Lesezeichen
action-start = zum Anfang
action-end = zum letzten gerechneten Schritt
action-restart = Neustart
action-faster = schneller
action-slower = langsamer
action-ghost = Schattenlauf mit Δt/10
action-undo = letzte Änderung rückgängig machen
action-redo = rückgängig gemachte Änderung wiederherstellen
action-build = Werkzeuge zum Bauen
action-delete = gewählten Körper löschen
action-duplicate = gewählten Körper verdoppeln
action-copy = gewählten Körper kopieren
action-paste = kopierten Körper einfügen
action-start-here = diesen Zustand zum Anfang der Szene machen
action-new = neue Szene
action-open-file = Datei öffnen
action-reload = Szenendatei neu laden
action-save = Szene mit ihren Parametern speichern
action-save-as = Szene als andere Datei speichern
action-record = Aufzeichnung speichern: Szene, Änderungen, Prüfsumme jedes Zustands
action-picture = Bildschirmfoto speichern (PNG)
action-frame = gewählten Körper oder alle ins Bild rücken
action-front = Ansicht von vorn
action-right = Ansicht von rechts
action-top = Ansicht von oben
action-plane = orthographische Sicht auf die Bewegungsebene
action-perspective = perspektivische oder orthographische Sicht
action-chains = Einblendung: Kraftketten
action-colours = Farben in Szenen vieler Körper: schlicht, Geschwindigkeit, Kontakte, Last
action-sound = Ton der Reibung ein oder aus
action-escape = Auswahl aufheben, Überlagerung schließen
action-gallery = Galerie der Szenen und Lektionen
action-palette = Befehlspalette: alle Aktionen durchsuchen
action-help = Tasten und Maus
action-left = linke Leiste zeigen oder ausblenden
action-right-panel = rechte Leiste zeigen oder ausblenden
action-plots = Diagramme zeigen oder ausblenden
action-compare = Gesetze vergleichen
action-bench = Prüfstand der Gesetze
action-lesson = Ansicht: Lektion
action-explore = Ansicht: Erkunden
action-debug = Ansicht: Diagnose
action-larger = Leisten und Text größer
action-smaller = Leisten und Text kleiner
action-size = Leisten und Text in Standardgröße
action-full-screen = Vollbild
action-tab = Tab geht durch die Bedienelemente; Esc beendet das
action-theme = dunkles / helles Farbschema
action-safe = Farben für Farbenfehlsichtige ein / aus
action-copy-lesson = Befehl kopieren, der diese Lektion öffnet
action-answers = Antworten einer Klasse: Histogramme der Vorhersagen
action-quit = beenden
help-or = {"  "}oder{"  "}
action-overlay = Einblendung: { $name }
action-plot = Diagramm: { $quantity }
action-open-lesson = Lektion: { $title }
action-open = öffnen: { $title }
action-language = Sprache: { $name }

## Mouse
mouse-body = Körper ziehen
mouse-body-does = ihn mit einer Feder ziehen und werfen: in einer Lektion, und während eine kleine Szene läuft
mouse-edge = Kante eines Bretts ziehen
mouse-edge-does = es neigen, in einer Lektion über eine Schräge
mouse-pull = Strg + rechts ziehen
mouse-pull-does = einen Körper mit einer Feder ziehen; ihre Kraft wird angezeigt
mouse-grow = Strg + Umschalt + rechts ziehen
mouse-grow-does = mit einer Kraft ziehen, die bis zum Loslassen wächst
mouse-turn = Strg + links ziehen
mouse-turn-does = einen Körper mit einer Drehfeder drehen
mouse-orbit = links ziehen
mouse-orbit-does = Ansicht drehen (in der ebenen Sicht verschieben)
mouse-pan = rechts ziehen
mouse-pan-does = Ansicht verschieben (oder Umschalt + Mitte ziehen); in einer Lektion drehen
mouse-wheel = Rad
mouse-wheel-does = zum Zeiger hin vergrößern, verkleinern
mouse-click = Klick, Doppelklick
mouse-click-does = Körper oder Kontakt wählen, Körper ins Bild rücken
mouse-number = Zahl des Inspektors ziehen
mouse-number-does = auf ein Diagramm, um ihre Kurve hinzuzufügen
mouse-plot = Doppelklick auf ein Diagramm
mouse-plot-does = es allein zeigen, oder wieder alle
mouse-timeline = Rad auf der Zeitleiste
mouse-timeline-does = vergrößern; Doppelklick: Ereignisse oder ganzen Lauf einpassen
mouse-drop = Datei auf das Fenster ziehen
mouse-drop-does = eine Szene oder Aufzeichnung öffnen

## Keys
key-plus = Plus
key-minus = Minus
key-page-up = Bild auf
key-page-down = Bild ab
key-escape = Esc
key-space = Leertaste
key-backspace = Rücktaste
key-home = Pos1
key-end = Ende
key-ctrl = Strg
key-shift = Umschalt

## Help
help-title = Tasten und Maus
help-lessons = Lektionen (Strg + O): zuerst vorhersagen, dann neigen, ziehen oder „Vorführen“ drücken. Die Lektion misst beim entscheidenden Schritt und hält kurz danach an; „Noch einmal“ führt dorthin zurück.
help-many-bodies = Viele Körper: Die Diagramme gelten für alle Kontakte; ein gewählter Körper fügt seine Kurven und Spuren hinzu, mit seiner Vergangenheit. Werte stehen am untersuchten Kontakt und an dem unter dem Zeiger.
help-pulls = Züge: Eine Feder der Szene (pulls:) bewegt sich mit eigener Geschwindigkeit, ihr bewegtes Ende hat einen Ring; „Ziehen“ unter Eingreifen beginnt eine wachsende Kraft. Beide stehen in Newton beim Körper.
help-plots = Diagramme: eine Zahl des Inspektors auf ein Diagramm ziehen; zum Vergleich mit Messdaten ⋯ benutzen oder eine CSV-Datei auf das Diagramm ziehen.
help-sliders = Ein Doppelklick auf einen Regler oder seinen Namen setzt ihn zurück. Werte können getippt werden: 1e5.
help-search = Aktionen suchen
help-search-hint = einige Buchstaben tippen
help-search-name = Aktionen suchen: einige Buchstaben
help-search-none = nichts gefunden

## Dialogs
dialog-save-as = Szene speichern unter
dialog-path = Dateipfad
dialog-poses = mit den jetzigen Lagen und Geschwindigkeiten beginnen
dialog-poses-note = Einträge bewegter Körper werden ohne Kommentare neu geschrieben; Kontakte beginnen unverformt.
dialog-parameters-note = Speichert Parameter, Neigungen sowie neue und gelöschte Körper; Kommentare und Anfangszustand bleiben.
dialog-exists = Diese Datei besteht schon und wird ersetzt.
dialog-save = Speichern
dialog-cancel = Abbrechen
dialog-unsaved = Nicht gespeicherte Änderungen
dialog-unsaved-text = Die Szene hat nicht gespeicherte Änderungen.
dialog-save-first = Speichern …
dialog-close = Ohne Speichern schließen
dialog-keep = Weiter bearbeiten
dialog-faults = Die Datei hat Fehler; die zuvor geladene Szene läuft weiter.
dialog-not-opened = Das konnte nicht geöffnet werden.
dialog-dismiss = Schließen

## Timeline
timeline-name = Zeitleiste: angezeigter Schritt
timeline-edits = Eingriffe
timeline-bookmark = Lesezeichen (M setzt oder löscht es)
timeline-slide = Gleiten
timeline-roll = Rollen
timeline-spin = Bohren
timeline-contact = Kontakt
timeline-solver = Löser
timeline-residual = { $count ->
    [one] Löser: Dieser Schritt endete über der Toleranz{ $tolerance }
   *[other] Löser: { $count } Schritte bis zur nächsten Marke endeten über der Toleranz{ $tolerance }
}
timeline-roll-of = Rollen von { $body }

## Events
event-slide = Gleitreibung
event-spin = Bohrreibung
event-contact = Kontakt
event-stick = haftet
event-slip = gleitet
event-open = offen
event-begin = beginnt
event-end = endet
timeline-edit = Eingriff: { $edit }
timeline-more = und { $more } weitere bis zur nächsten Marke

## Legend
legend-friction = Reibung
legend-velocity = Geschwindigkeit
legend-pull = Zug
legend-normal = Normalkraft
legend-roll = Rollmoment
legend-spin = Bohrmoment
legend-frame = Kontaktbasis n, u, w
legend-axes = Körperachsen
legend-previous = vorige Kontaktbasis
legend-spring = Feder oder Seil, Ring am bewegten Ende
legend-paths = Bahnen der Kontaktpunkte
legend-bar = { $name }, diese Länge: { $bar }
legend-quarter = ¼ Umdrehung
legend-discs = haftet (statisch) · gleitet (kinetisch) · offen
legend-unsolved = Kontakt über der Toleranz des Lösers
legend-tint = { $name } · { $low } bis { $high }
legend-chains = Normalkraft · 0 bis ≥ { $force } N ({ $full } × Mittel)
tint-plain = Körper
tint-speed = Geschwindigkeit
tint-contacts = Kontakte je Körper
tint-load = Summe der Normalkräfte

## Overlays
layer-motion = Bewegung
layer-contact = Kontakt
layer-diagnostics = Diagnose
layer-body-axes = Körperachsen x, y, z
layer-velocity = Geschwindigkeit v
layer-angular-velocity = Winkelgeschwindigkeit ω
layer-stopping-point = vorhergesagter Haltepunkt
layer-frame = Kontaktbasis n, u, w
layer-friction = Reibungskraft
layer-torques = Roll- und Bohrmomente
layer-normal = Normalkraft
layer-chains = Kraftketten
layer-discs = Scheiben haftet / gleitet
layer-values = Werte
layer-gauge = λ-Anzeige
layer-overlap = Überlappung und Kontaktlinie von Prismen
layer-trails = Spuren der Kontaktpunkte
layer-patches = Hertzsche Kontaktfläche
layer-curvature = Krümmung längs der Bahn
layer-transport = Transport der Basis und ψ
layer-chains-tip = die stärksten Kontakte als Balken zwischen Mittelpunkten, breiter und dunkler bei größerer Normalkraft (C); in Szenen vieler Kugeln sind diese kleiner gezeichnet
layer-values-tip = v, ω: Geschwindigkeiten; Reibung, Roll- und Bohrmoment: elastischer und dämpfender Teil zusammen; N: Normalkraft; a: Kontaktradius
layer-gauge-tip = Haftreibung als Zwangsbedingung: 0 gleitet längs +t = a × n, 1 längs −t, ½ trägt keine Last; in 3D 0 bis ½
layer-transport-tip = die vorige Kontaktbasis (blass) und der Bohrwinkel, um den gezeigten Faktor vergrößert
layer-needs-selection = bei vielen Körpern und Kontakten nur für den gewählten: einen anklicken
layer-pale = blass: { $what }

## Scene and view
view-reload = Neu laden
view-reload-tip = die Datei noch einmal lesen (Strg + L)
count-warnings = { $count ->
    [one] { $number } Warnung
   *[other] { $number } Warnungen
}
count-snapshots = { $count ->
    [one] { $number } Schnappschuss
   *[other] { $number } Schnappschüsse
}
view-scene = Szene
view-scene-name = Szene
view-overlays = Einblendungen
view-lock = Pfeilmaßstab festhalten
view-fit-tip = Pfeile dem jetzigen Bild anpassen
view-fit = Anpassen
view-fit-name = Pfeilmaßstab anpassen
view-colours = Farben
view-colours-tip = V wechselt
view-history = Verlauf
view-wait = etwa { $seconds } s
view-snapshots = { $snapshots }, { $mb } MB. Ein Sprung zwischen zweien rechnet bis zu { $steps } neu.
view-events-until = Ereignisse sind bis Schritt { $step } aufgeführt.
view-view = Ansicht
view-plots = Diagramme
view-follow = den Körpern folgen
view-plane = ebene Sicht
view-plane-tip = längs der Normalen der Bewegungsebene, sonst der nächsten Weltachse (2)
view-orthographic = orthographisch
view-dark = dunkles Farbschema
view-safe = farbfehlsichtig-sicher
view-safe-tip = auch bei Rot-, Grün- und Blausehschwäche unterscheidbare Farben; mit dunkler Szene
view-grid = Gitter { $cell } m

## Friction parameters
tune-friction = Reibung
tune-reset = Alles auf die Werte der Datei
tune-roll = Rollreibung
tune-spin = Bohrreibung
tune-pairs = Paare, deren Reibung gezeigt wird
tune-in-file = in der Datei: { $value }
tune-double-click = Doppelklick: Gesetz der Datei
tune-changed = anders als in der Datei
tune-handles = Doppelklick: beide zurück auf den Anfangswert · Pfeiltasten: um { $step }
tune-form = Form der Gleichungen:
tune-solver = Löser starrer Kontakte
tune-form-tip = Welche Gleichungen zwischen Kraftstößen und Geschwindigkeiten gelten.
tune-method-tip = Wie sie gelöst werden.
tune-impact-tip = Was eine Stoßzahl bedeutet.
tune-tolerance-tip = Größtes Residuum eines konvergierten Schritts.
tune-iterations-tip = Höchstens so viele Durchgänge über die Kontakte einer Insel je Schritt.
tune-warm-tip = Jeder Schritt beginnt mit den letzten Kraftstößen.
tune-tolerance-name = Toleranz des Lösers, m/s
tune-iterations-name = größte Zahl der Iterationen
tune-warm-name = Warmstart des Lösers
tune-form-row = Form
tune-method-row = Verfahren
tune-impact-row = Stoß
tune-tolerance-row = Toleranz
tune-iterations-row = Iterationen ≤
tune-warm-row = Warmstart
tune-solver-reset = Löser wie in der Datei

## Manipulate
hand-title = Eingreifen
hand-choose-tip = einen anderen Körper anklicken, um ihn zu wählen
hand-grow = Mit wachsender Kraft ziehen
hand-kick = Anstoßen und drehen
hand-pose = Lage setzen
hand-bodies = Körper
hand-mouse = Während des Laufs zieht man einen Körper mit der Maus. Strg + rechts ziehen zieht, Strg + links ziehen dreht einen Körper.
hand-seen = { $what }; dazu ein Schritt gerechnet
hand-slope = neigen bis
hand-turn-rate = Drehgeschwindigkeit
hand-turns = { $slope } · bis { $target }
hand-slope-of = { $body } neigen bis
hand-slope-name = Neigung von { $body }, Grad
hand-rate-tip = wie schnell das Brett folgt; ein schnelles ruckt an dem, was darauf liegt
hand-rate-name = Kippgeschwindigkeit von { $body }, Grad pro Sekunde
hand-tilts = { $angle }° · Leertaste: es kippt, während die Zeit läuft
hand-tilts-later = es kippt, während die Zeit läuft: Leertaste drücken
hand-pulls-later = der Zug wirkt nur, während die Zeit läuft: Leertaste drücken
hand-immovable = { $body } ist fest oder geführt: Kräfte bewegen ihn nicht
hand-spring = Feder an { $body }:
hand-rope = Seil an { $body }:
hand-spring-speed = Geschwindigkeit des bewegten Endes
hand-spring-name = Feder an { $body }: { $what }
hand-stiffness = Steifigkeit
hand-direction = Richtung
hand-pull = Ziehen
hand-release = Loslassen
hand-rate = Rate
hand-pull-rate = Zunahme des Zugs, Newton pro Sekunde
hand-kick-button = Anstoßen
hand-kick-tip = wird zu Geschwindigkeit und Winkelgeschwindigkeit addiert, Weltachsen
hand-pause = Zuerst anhalten (Leertaste).
hand-rotation = ° Drehvektor
hand-apply = Lage übernehmen
hand-current = Jetzige Lage
hand-pose-set = Lage gesetzt; die Kontakte beginnen ohne Vergangenheit
hand-new-shape = Form des neuen Körpers
hand-size = Größe
hand-mass = Masse
hand-size-name = Größe des neuen Körpers, m
hand-mass-name = Masse des neuen Körpers, kg
hand-on = m auf { $plane }
hand-add = Hinzufügen
hand-added = Körper hinzugefügt
hand-delete = { $body } löschen
hand-deleted = Körper gelöscht
hand-grip = Griff von { $body }: ziehen zum Neigen

## Schedules
schedule-title = Zeittabellen: Faktoren über der Zeit
schedule-body = Bewegung von { $body }
schedule-spring = Feder { $number } an { $body }
schedule-force = Kraft { $number } an { $body }
schedule-now = jetzt { $time } s: Faktor { $factor }
schedule-none = keine Tabelle: der Faktor ist 1
schedule-none-driven = keine Tabelle: wie `from` und `until` sagen
schedule-time = Zeit, s
schedule-factor = Faktor
schedule-field = { $of }, Zeile { $row }: { $what }
schedule-add = Zeile anfügen
schedule-step = Sprung
schedule-step-tip = zweite Zeile zur selben Zeit: ein Sprung des Faktors
schedule-remove = diese Zeile entfernen
schedule-clear = Keine Tabelle
schedule-waits = noch nicht angewandt
schedule-apply = Tabelle anwenden
schedule-discard = Verwerfen
schedule-refused = Zeile { $row } ({ $time } s): { $why }

## Compare laws
compare-copied = kopiert: in eine Tabellenkalkulation einfügen

## Right panel
tab-inspect = Inspektor
tab-inspect-tip = Kontakte und Körper: jede Zahl, und warum es haftet oder gleitet
tab-tune = Einstellen
tab-tune-tip = Reibungsparameter der laufenden Simulation
tab-body = Körper
tab-body-tip = der gewählte Körper: Maße, Masse, Material, Platz, was an ihm zieht
tab-solver = Löser
tab-solver-tip = starre Kontakte: wie gut jeder Schritt gelöst ist

## Plots
bar-clock = t = { $time } s · Schritt { $step }
plot-textbook = Lehrbuch: { $off } daneben
plot-textbook-curve = – – Lehrbuch
plot-theory-curve = – – Theorie
plot-textbook-tip = gestrichelt: Reibung gleich der angreifenden Kraft bis μs N, solange es haftet, μk N beim Gleiten
plot-none = keine Diagramme: + drücken oder eine Zahl im Inspektor anklicken
plot-kinetic-tip = kinetische Energie: des Schwerpunkts, der Bewegung relativ zu ihm und der Drehung
plot-world = Packung, Energien, Löser
plot-add = Diagramm hinzufügen
plot-energy = Energie
plot-energy-tip = die Energiebilanz
plot-energy-title = Energie [J]
plot-tab-all = Alle
plot-all-tip = alle Diagramme nebeneinander
plot-save = speichern oder kopieren, was die Diagramme zeigen
plot-closed-form = geschlossene Formel
plot-ghost = Schatten
plot-previous = voriger Lauf
plot-one = { $quantity } von { $subject }, jetzt { $value }
plot-of = Diagramm: { $curves } über { $x }
plot-time = Zeit
plot-what = was dieses Diagramm zeigt
plot-over = über { $x }
plot-error = geschlossene Formel { $error }
plot-dashed = gestrichelt: Vorhersage aus dem Zustand bei { $time } s
plot-all = Alle zeigen · Doppelklick
plot-alone = Nur dieses zeigen · Doppelklick
plot-close = Dieses Diagramm schließen
plot-over-time = Über der Zeit
plot-over-other = Über …
plot-remove = { $symbol } entfernen
plot-predicted = vorhergesagt { $value }
plot-cannot-read = { $file } kann nicht gelesen werden: { $why }
plot-only-curves = Kurven aus Dateien passen nur zu Kurvendiagrammen
count-points = { $count ->
    [one] { $number } Punkt
   *[other] { $number } Punkte
}
plot-points-of = { $points } von { $about }
plot-compare = Mit einer Kurve vergleichen (CSV) …
plot-columns = eine Datei mit zwei Spalten, oder mit Spalten, die wie die Größen heißen
plot-overlay = Einzeichnen
plot-drop = oder die Datei auf das Diagramm ziehen
plot-remove-file = Kurve der Datei entfernen
plot-figure = Abbildung aller Diagramme (SVG)
plot-samples = Alle Werte der Kurven (CSV)
plot-copy = Werte kopieren (für eine Tabellenkalkulation)
plot-copied = kopiert
plot-no-energy = keine Energiebilanz: zu viele Körper
plot-energy-name = Diagramm der Energiebilanz über der Zeit
plot-residual = Rest { $energy }
plot-residual-tip = kinetisch + potentiell + gespeichert + dissipiert − äußere Arbeit, bezogen auf den Anfang
energy-kinetic = kinetisch
energy-potential = potentiell
energy-springs = Federn
energy-slide = Gleiten
energy-roll = Rollen
energy-spin = Bohren
energy-impact = Stoß

## Modes and parameters
mode-sticks = haftet
mode-slips = gleitet
mode-open = ist offen
mode-unknown = Modus unbekannt
parameter-mu-s = Haftreibungszahl, mindestens μk
parameter-mu-k = Gleitreibungszahl, höchstens μs
parameter-k-e = Gleitsteifigkeit
parameter-eta-r = Rollreibungszahl; 0 schaltet die Rollreibung aus
parameter-eta-e = Verhältnis der Energien von Rollen und Gleiten an den Grenzen; 0 schaltet die Rollreibung aus
parameter-eta-theta = Verhältnis der Rollgrenze zum κ-fachen der Gleitgrenze
parameter-eta-psi = Bohrreibungszahl; 0 schaltet die Bohrreibung aus
parameter-mu-s-across = Haftreibungszahl quer zur Faser, mindestens μk₂
parameter-mu-k-across = Gleitreibungszahl quer zur Faser, höchstens μs₂
parameter-finite = { $symbol } muss eine endliche Zahl sein
parameter-negative = { $symbol } darf nicht negativ sein
parameter-positive = { $symbol } muss positiv sein
parameter-least = { $symbol } muss mindestens { $least } sein
parameter-no-stiffness = keines der gewählten Gesetze braucht eine Steifigkeit
parameter-raised = { $symbol } wurde auf { $value } angehoben, denn μk ≤ μs
parameter-lowered = { $symbol } wurde auf { $value } gesenkt, denn μk ≤ μs
tune-step-tip = Verhältnis des Schritts zum kritischen Schritt der Kontaktfedern, die zusammen wirken; ab 1 schwingen oder divergieren haftende Kontakte. Die Szene setzt den Schritt: `time: (dt: …)`
tune-step-advice = Δt ist zu groß: haftende Kontakte schwingen oder divergieren. Δt = { $step } s würde genügen.

## Labels in the scene
scene-friction = Reibung
scene-roll = Rollmoment
scene-spin = Bohrmoment
scene-spring = Feder
scene-rope = Seil
scene-pull = Zug
scene-stop = vorhergesagter Halt (t = { $time } s), { $off }
scene-total = gesamt { $force }
scene-off = Abstand { $distance }
scene-transport = letzter Schritt, Drehung × { $times }
bar-pace = { $speed } × Echtzeit · { $steps } Schritte/s
bar-pace-alone = { $speed } × Echtzeit
bar-pace-of-step = { $speed } × Echtzeit · { $time } je Schritt
scene-name = 3D-Ansicht: { $title }
scene-edge = Rand der Leiste
scene-axis = Diagrammachse
scene-window = Fenstertitel
scene-scroll = Bildlaufleiste

## Notices
notice-saved = gespeichert als { $file }
notice-saved-poses = gespeichert als { $file } mit den jetzigen Lagen; Kontakte beginnen unverformt
notice-copied-text = kopiert: { $text }
notice-copied = kopiert
notice-link = Link kopiert. Er öffnet sich hinter der Adresse der Seite oder mit `stickslip open LINK`.
notice-link-page = Link kopiert.
notice-link-long = Er hat { $count } Zeichen: Manche Mail- und Chatprogramme kürzen Links von mehr als 8000, also ausprobieren, oder die Szene speichern und die Datei weitergeben.
notice-link-none = keine Szene ist offen
notice-scene-ends = Hier endet die Szene. Noch einmal abspielen setzt sie über ihr Ende hinaus fort, Rücktaste beginnt von vorn.
notice-no-lesson = keine Lektion ist offen
notice-backfill = Vergangenheit nachgerechnet: { $percent } %
notice-followed = erst ab dem Schritt der Auswahl verfolgt: die Vergangenheit nachzurechnen dauert { $minutes } min
notice-no-touch = noch berührt sich nichts
notice-select = viele Körper oder Kontakte: einen Körper wählen, um seine Spuren zu sehen
notice-no-trail = noch keine Spur: die Kontaktpunkte haben sich kaum bewegt
notice-no-ghost = kein Schattenlauf für Szenen mit mehr als { $bodies } Körpern: eine zweite Simulation dieser Größe würde die Geschwindigkeit halbieren

## Inspector
inspect-sticking = haftet seit { $time }
inspect-slipping = gleitet seit { $time }
inspect-open = offen seit { $time }
inspect-why-slides = Warum es gleitet
inspect-why-it = Warum es { $verb }
inspect-why-roll = Warum die Rollreibung { $verb }
inspect-why-roll-of = Warum die Rollreibung von { $body } { $verb }
inspect-why-spin = Warum die Bohrreibung { $verb }
inspect-no-contact-now = { $name }: kein Kontakt bei diesem Schritt
inspect-click-body = { $count ->
    [one] { $number } Kontakt: einen Körper anklicken, um seine zu sehen
   *[other] { $number } Kontakte: einen Körper anklicken, um seine zu sehen
}
inspect-no-contacts = keine Kontakte
inspect-contacts = Kontakte
inspect-unpin = Anheften aufheben
inspect-pin = an die Liste heften und Kurven aufzeichnen
inspect-apart = getrennt
inspect-list-tip = Körper, Normalkraft
inspect-more = und { $more } weitere: in der Szene anklicken
inspect-overlap = N = { $n } · Überlappung { $overlap } m
inspect-overlap-untold = N = { $n } · Überlappung nicht bekannt
inspect-friction-on = Reibung auf { $j } von { $i }: { $force }
inspect-friction-untold = Reibung auf { $j } von { $i }: nicht bekannt
inspect-world = { $vector }, Welt
inspect-micro = Mikroansicht
inspect-paths = Wege auf den Flächen
inspect-point = Kontaktpunkt
inspect-rebuilt = ⚠ u drehte sich in diesem Schritt um { $u }°, n um { $n }°, die Körper um n um { $spin }°: Basis neu gebildet, nicht transportiert
inspect-frame = Basis n, u, w
inspect-transported = ✔ transportiert: |Δu| ≤ |Δn| + |ω_n| Δt
inspect-transported-tip = u dreht sich nicht mehr, als die Drehung von n und das Bohren der Körper erklären
inspect-told-tangent = u′, die erste Tangente der Engine selbst: { $angle }° von u um n
inspect-told-tangent-tip = als dünne Linie gezeichnet. u wird von den Körpern mitgetragen, u′ wählt die Engine: Wo der Winkel springt, hat die Engine ihr System gedreht und mit ihm die Reibung, die sie vom letzten Schritt behält
inspect-slide = Gleiten
inspect-roll = Rollen
inspect-roll-i = Rollen von { $body }
inspect-roll-j = Rollen von { $body }
inspect-spin = Bohren
inspect-no-memory = { $load } · ein Gesetz ohne Gedächtnis
inspect-bar-tip = elastischer Teil zur Haftgrenze; der Strich ist die Gleitgrenze
inspect-bodies = Körper
inspect-of-scene = { $group } der Szene
inspect-bench-tip = jedes Gesetz mit der aufgezeichneten Bewegung dieses Kontakts antreiben
inspect-bench = An den Prüfstand
inspect-save-tip = alle Werte dieses Kontakts bei jedem gespeicherten Schritt, als CSV
inspect-save = Verlauf speichern
inspect-repro-tip = ein Befehl, der diesen Lauf bei diesem Schritt und Kontakt öffnet; ein Lauf mit Änderungen wird zuerst aufgezeichnet
inspect-repro = Befehl kopieren
inspect-plot = { $quantity } auftragen
inspect-plot-it = { $quantity }: auftragen
inspect-drag = Klick: über der Zeit auftragen; auf ein Diagramm ziehen: dort hinzufügen
inspect-copy-tip = alle Zahlen dieses Schritts, mit Tabulatoren getrennt, für eine Tabellenkalkulation
inspect-copy = Tabelle kopieren
inspect-circle-tip = { $spring } von { $static } (durchgezogen: Haftgrenze), { $kinetic } (gestrichelt: Gleitgrenze); % der Haftgrenze
inspect-circle-pyramid = Quadrat: die Prüfung (A5) findet |F_u′| + |F_w′| ≤ μN entlang der Tangenten der Engine anstelle des Kreises
inspect-pyramid = Pyramide
inspect-shared = Reibung nur je Paar: die einzelner Punkte ist nicht bekannt
inspect-shared-tip = Diese Engine nennt die Reibung aller Punkte des Paars zusammen; die Datei gibt jedem Punkt den gleichen Teil, mit μN ist nur die Summe zu vergleichen
inspect-no-load = noch keine Last: sie wirkt ab dem nächsten Schritt
inspect-gap = N = { $n } · Spalt Φ = { $gap }
inspect-gap-tip = ein Spalt unter 0 ist eine Überlappung
inspect-lift = Abheben s Δt = { $lift }
inspect-lift-relaxed = Abheben der relaxierten Form: s Δt = { $lift }
inspect-relaxed-tip = die relaxierte Form lässt diesen Spalt nach einem Schritt, in dem der Kontakt gleitet, rollt oder bohrt
inspect-exact-tip = die exakte Form, die hier gilt, lässt keinen Spalt
inspect-lift-tip = s = μ‖V_t‖ + ρ‖W_t‖ + σ|W_n| des letzten Schritts
inspect-face = einer von { $points } Punkten einer Fläche: die Last eines einzelnen ist nicht eindeutig
inspect-face-tip = Bei drei oder mehr Punkten geben viele Lastverteilungen dieselbe Bewegung (Vorspannung); der Löser findet je nach Startwert eine davon. Vergleichbar sind Bewegungen und Summen über die Fläche.
inspect-disk-open = offen
inspect-share = { $share } % von μN = { $limit }
inspect-slips-plus = 0 gleitet längs +t
inspect-slips-minus = 1 gleitet längs −t
inspect-slips = 0 gleitet
inspect-half = ½ ohne Last
inspect-static = haftet
inspect-slip = gleitet
inspect-area-tip = A: Überlappungsfläche; b: Länge der Vektorsumme der Kanten, die ein Körper beiträgt
inspect-overlap-tip = Überlappung { $area }: Fläche, Schwerpunkt C, Kontaktlinie von P₁ nach P₂, n in Körper i hinein; Tiefe × { $depth }
inspect-depth = Tiefe × { $depth }
inspect-micro-text = Abstand × zu ●: { $distance } · |S| = { $spring } · deckten sich vor: { $steps }
inspect-micro-legend = × Punkt von i   ● Punkt von j   Linien: Wege des Kontaktpunkts   magenta: S
inspect-auto = auto
inspect-times = { $times } × Szene
inspect-steps-back = Schritte zurück

## Laws of the scene
law-slide = Gleitgesetz
law-roll = Rollgesetz
law-spin = Bohrgesetz
law-lacks = Hier nicht verfügbar: { $fault }
law-keeps = { $law }. Die Kontakte behalten ihre Auslenkung.
law-resets = { $law }. Die Vergangenheit der Kontakte wird gelöscht: eines der beiden Gesetze hat kein Gedächtnis.
law-parameters = Parameter dieser Gesetze
law-empty = leer: { $default }
law-speed = Gleitgeschwindigkeit [m/s]
law-contacts = Kontakte
law-over-speed = Reibungskoeffizient bei gleichförmigem Gleiten über der Gleitgeschwindigkeit; Punkte: die Kontakte in diesem Schritt
parameter-mu = Reibungszahl: größte Reibungskraft durch N
parameter-rho = größtes Rollmoment durch N; 0 schaltet die Rollreibung aus
parameter-sigma = größtes Bohrmoment durch N; 0 schaltet die Bohrreibung aus
gauge-along = λ = ½ − f/(2μN), f: Reibung auf Körper i längs t = a × n = { $t }
gauge-ends = 0 gleitet längs +t, 1 längs −t, ½ trägt keine Last
gauge-space = 3D: λ = ½ (1 − |f|/μN), von 0 (gleitet) bis ½ (ohne Last)
gauge-value = λ = { $lambda } von { $range }: { $state }

## Edits
edit-law = { $component }: Gesetz { $law }
edit-gravity = Schwerkraft { $g } m/s²
edit-kick = Anstoß
edit-mouse = Zug von Hand
edit-spring = Federgeschwindigkeit { $v } m/s
edit-schedule = Zeittabelle mit { $rows ->
    [one] { $rows } Zeile
   *[other] { $rows } Zeilen
}
edit-no-schedule = keine Zeittabelle
edit-tilt = neigen auf { $angle }°
edit-pose = Lage setzen
edit-add = Körper hinzufügen
edit-delete = Körper löschen
edit-solver = Löser { $solver }

## Comparison of laws
compare-add = Einen Satz von Gesetzen hinzufügen: er läuft im Gleichschritt mit dem gezeigten Lauf.
compare-form = Form
compare-slide = Gleiten
compare-roll = Rollen
compare-spin = Bohren
compare-remove = diesen Satz entfernen
compare-beside = nebeneinander
compare-beside-tip = längs x versetzt; sonst übereinander
compare-threshold-tip = Zwei Läufe unterscheiden sich, sobald eine Lage um mehr als diesen Bruchteil der Körpergröße abweicht (ein Winkel: in rad), eine Kraft um mehr als diesen Bruchteil der Normalkraft oder ein Moment von Normalkraft × Größe.
compare-threshold-name = Schwelle des Unterschieds, Zehnerpotenz
compare-threshold = Schwelle { $value }
compare-law-set = + Gesetze
compare-rigid = + Starr
compare-rigid-tip = Dieselben Körper mit starren Kontakten und Reibungskegeln: exakt (Coulombsches Gesetz) und relaxiert (Tasora & Anitescu). Ihre Grenzen folgen aus den Federn.
compare-form-of = Form von Satz { $set }
compare-law-of = { $component }: Gesetz von Satz { $set }
compare-rigid-note = starr: { $note }
compare-laws = Gesetze
compare-first = erster Unterschied
compare-displayed-law = Das gezeigte Gesetz
compare-jitters = { $law } zittert in Ruhe: { $load } von Schritt zu Schritt. Es wirkt gegen die augenblickliche Geschwindigkeit und hat kein Gedächtnis, das den Körper halten könnte.
compare-catching-up = holt auf …
compare-none = bisher keiner
compare-found = t = { $time } s, { $kind } von { $body }
compare-values = { $kind }: t = { $time } s, { $of }: hier { $own }, { $other }
compare-pose = Lage
compare-mode = Zustand
compare-force = Kraft
compare-torque = Moment
compare-quantity = verglichene Größe
compare-body = verglichener Körper
compare-of = von
compare-copy-tip = diese Kurven, mit Tabulatoren getrennt, für eine Tabellenkalkulation
compare-plot = Diagramm: { $quantity } aller Läufe über der Zeit
compare-load-friction = Reibungskraft
compare-load-roll = Rollmoment
compare-load-spin = Bohrmoment
compare-sign = { $count ->
    [one] { $loads } wechselt das Vorzeichen
   *[other] { $loads } wechseln das Vorzeichen
}
compare-and = { $first } und { $second }
compare-as-shown = wie in der Szene
compare-rigid-contacts = starre Kontakte
compare-form-name = Form { $form }
compare-displayed = gezeigt
compare-displayed-set = { $set } (gezeigt)
legend-show = einblenden
legend-hide = ausblenden
gallery-start = ▶ Mit Lektion 1 beginnen
## Rail at the left edge
rail-gallery = Galerie
rail-gallery-tip = alle Lektionen und Szenen (Strg + O)
rail-scene = Szene
rail-scene-tip = Beschreibung, Warnungen, Liste der Szenen
tune-value = { $name }: Wert
rail-overlays = Ebenen
rail-overlays-tip = was auf den Körpern gezeichnet wird; die Ansicht (Tab)
rail-plots = Kurven
rail-plots-tip = Diagramme ein- oder ausblenden (P)
rail-keys = Tasten
rail-keys-tip = alle Tastenkürzel (F1)

## Answers of a class
class-title = Für die Klasse
class-worksheet-tip = eine Seite zum Drucken: Frage, Vorhersage, drei Werte zum Ausprobieren; die Antworten stehen auf einem zweiten Blatt
class-worksheet = Arbeitsblatt
class-name-hint = Ihr Name, wenn Sie mögen
class-name = Name der lernenden Person
class-save = Antworten speichern
class-save-tip = Vorhersagen und Ergebnisse dieser Sitzung, CSV
class-link = Antworten als Link kopieren
class-link-tip = zum Weitergeben; nichts wird gesendet
class-answers = Antworten der Klasse
class-answers-tip = Histogramme der Vorhersagen vieler
class-tools = Arbeitsblatt und Antworten
class-hide = Wahren Wert verbergen
class-histogram = Histogramm speichern
class-histogram-tip = eine Abbildung zum Drucken, SVG
class-clear = Leeren
class-links = Links mit Antworten, einer je Zeile, oder eine Tabelle (CSV). Eine Datei kann auf das Fenster gezogen werden.
class-links-name = Links mit Antworten
class-add = Hinzufügen
class-lesson = Lektion, deren Vorhersagen gezeigt werden
class-axis = Vorhersagen

## Audit of an imported run
bar-audit = Prüfung
bar-audit-tip = worin dieser Lauf von den Gleichungen der Mechanik und der Reibung abweicht
audit-title = Prüfung des Laufs
audit-waits = Der Lauf wird geprüft …
audit-none = Nichts weicht über die Grenzen hinaus ab.
audit-step = Schritt { $step }
audit-go = zu diesem Schritt gehen und den Kontakt auswählen
audit-numbers = Wert { $value }, Grenze { $limit }

# Bauen von Hand
build-select = Wählen Sie zuerst einen Körper: Klicken Sie ihn an.
build-delete = { $body } löschen
build-duplicate = { $body } verdoppeln
build-add = { $body } hinzufügen
build-start-here = dieser Zustand als Anfang
build-row = { $body } in Reihen kopieren
build-mirror = { $body } spiegeln
build-no-mirror = { $body } hat kein Spiegelbild von eigener Form
build-and-more = { $body } und { $more } weitere
build-copied = { $body } ist kopiert; Strg+V fügt ihn ein, auch in eine andere Szene
build-nothing-copied = Es ist nichts kopiert: Wählen Sie einen Körper und drücken Sie Strg+C.
build-refused = Nicht möglich ({ $what }): { $why }
build-undone = rückgängig gemacht: { $what }
build-redone = wiederhergestellt: { $what }
build-new-scene = neue Szene
build-paint = { $body } aus { $material }
build-hint-paint = Klicken Sie auf die Körper, die ihn haben sollen. Esc: fertig.
build-materials = Materialien
build-row-make = Kopien anlegen
build-row-by = Abstand längs { $axis }
build-row-count = Anzahl längs { $axis }
build-button-row = Reihe, Gitter…
build-place-middle-tip = Setzt den Körper auf den freien Platz, der der Mitte am nächsten ist, ohne Maus in der Szene
build-place-middle = In die Mitte setzen
build-on-nothing = { $body } auf Höhe 0: Darunter ist nichts
build-has-floor = Es gibt schon einen Boden.
build-no-room = Nahe der Mitte ist kein Platz frei: Klicken Sie dorthin, wo er stehen soll.
template-floor = Ein leerer Boden
template-ramp = Eine Rampe
template-two-ramps = Zwei Rampen, einander zugewandt
template-table = Ein Tisch mit Kante
template-belt = Ein Förderband
template-stairs = Eine Treppe
template-balls = Ein Kasten voll Kugeln
template-bowl = Eine Schale
template-tube = Eine Röhre
template-other = Eine andere Szene
gallery-new = Neu:
gallery-files = Ihre Dateien:
gallery-open = Öffnen …
gallery-recent = zuletzt geöffnet:
dialog-open = Datei öffnen
dialog-open-button = Öffnen
dialog-browse = Durchsuchen …
rail-build = Bauen
rail-build-tip = Körper zum Bauen (B)
tool-ball = Kugel
tool-box = Quader
tool-cylinder = Zylinder
tool-capsule = Kapsel
tool-egg = Ei
tool-prism = Prisma
tool-ramp = Rampe
tool-shelf = Bord
tool-floor-tip = Ein waagrechter Boden unter allen Körpern
tool-floor = Boden
tool-wall = Wand
tool-disk = Scheibe
build-bodies = Körper
build-supports = Unterlagen
build-hint-choose = Wählen Sie eine Form, dann klicken Sie, wo sie stehen soll.
build-hint-place = Klicken Sie in die Szene, um sie abzusetzen, mit Umschalt mehrere. Rad: Größe · Umschalt + Rad: drehen · Alt: frei vom Raster · Esc: fertig.
build-selected = Gewählter Körper
build-button-duplicate = Verdoppeln
build-button-delete = Löschen
build-button-cut = Ausschneiden
build-button-mirror = Spiegeln…
build-mirror-side = Nach { $side } ({ $axis })
build-side-right = rechts
build-side-left = links
build-side-back = hinten
build-side-front = vorn
build-button-copy = Kopieren
build-button-paste = Einfügen
build-start = Anfang
build-at-start = Der Lauf steht an seinem Anfang: Was Sie bauen, wird Teil der Szene.
build-after-start = Der Lauf hat begonnen: Was Sie bauen, ist eine Änderung dieses Laufs.
build-start-button = Dies zum Anfang machen
build-on = { $body } auf { $carrier }
build-overlaps = überlappt { $body } um { $by }
build-added-later = Beim nächsten Schritt des Laufs hinzugefügt.
build-needs-start = Das ändert die Szene: zuerst zurück zum Anfang (Home), oder dies zum Anfang machen.
build-world = die Welt
build-between = { $body } – { $end }
build-connect = Verbinden
build-force = In Bewegung setzen
build-move = { $body } verschieben
build-turn = { $body } drehen
build-resize = Größe von { $body } ändern
build-tilt = { $body } neigen
build-push = { $body } schieben
build-velocity = Geschwindigkeit von { $body }
build-spring = Feder an { $body }
build-rope = Seil an { $body }
build-immovable = { $body } ist fest: einen Körper wählen, der sich bewegt.
build-hint-line = Auf einen Körper drücken und zu einem anderen Körper oder Punkt ziehen.
build-hint-line-end = Klicken, wo es enden soll. Umschalt: nach oben · Esc: fertig.
build-none-selected = Auf einen Körper klicken: ziehen verschiebt ihn, seine Punkte ändern die Größe, sein Knauf dreht ihn. Umschalt: auf und ab · Alt: ohne Raster.
build-back-button = Zurück zum Anfang
tool-spring = Feder
tool-rope = Seil
tool-push = Schub
tool-velocity = Tempo
handle-turn = dreht { $body }
handle-slope = neigt { $body }
handle-size = ändert die Größe von { $body }
dimension-radius = Radius
dimension-height = Höhe
dimension-x = Größe x
dimension-y = Größe y
dimension-z = Größe z
dimension-length = Länge
dimension-width = Breite
dimension-thickness = Dicke
card-name = Name des Körpers
card-change = { $body } ändern
card-of-a-fill = Er ist einer von vielen Körpern einer Füllung: im Text ändern.
card-slope = Neigung
card-mass = Masse
card-density = Dichte
card-material = Material
card-no-material = keines
card-free = frei
card-fixed = fest
card-driven = angetrieben
card-velocity = Geschwindigkeit { $axis }
card-rest-length = Länge
card-remove-pull = Wegnehmen
card-connect = Verbinden, schieben…
card-connect-world = Die Welt darüber
card-force = Kraft { $axis }
card-turn = Drehung
card-place = Platz in der Welt
card-place-on = Platz auf { $surface }
scene-card-title = Szene
scene-card-name = Titel der Szene
scene-card-gravity = Schwerkraft
scene-card-dt = Zeitschritt Δt
scene-card-duration = Dauer
scene-card-stiffness = Steifigkeit k_n
scene-card-gravity-axis = Schwerkraft { $axis }
scene-card-gravity-vector = Richtung der Schwerkraft
check-title = Prüfung
check-overlap = { $a } und { $b } überlappen um { $by }
check-step = Δt/Δt_crit = { $ratio }: zu lang; { $step } s nehmen
check-fix = Beheben
check-fix-name = Den kürzeren Zeitschritt nehmen
check-good = Δt/Δt_crit = { $ratio }, keine Überlappung
check-choose = Steifigkeit und Δt wählen
check-choose-tip = Aus Massen und Größen der Körper: der schwerste sinkt um ein Tausendstel der kleinsten halben Breite ein, und der Zeitschritt passt zu den Federn
check-only-hooke = Die Normalkraft dieser Szene hat kein k_n zu wählen.
check-no-body = Kein Körper bewegt sich.
pairs-open = Reibung der Paare…
pairs-open-tip = μs und μk jedes Paars von Materialien
pairs-title = Reibung der Paare von Materialien
pairs-none = Noch hat kein Körper ein Material: eines auf der Karte eines Körpers wählen.
pairs-choose = Eine Zelle wählen, um sie zu ändern: μs / μk; – wie alle anderen Paare.
pairs-as-others = wie alle anderen Paare
pairs-known = Handbuch: { $s } / { $k }
pairs-source = Trockene Flächen; OpenStax, University Physics 1, Tabelle 6.1; Glas: Serway & Jewett, Tabelle 5.1
pairs-reset = Wie alle anderen Paare
material-wood = Holz
material-steel = Stahl
material-rubber = Gummi
material-ice = Eis
material-glass = Glas
material-concrete = Beton
material-felt = Filz
material-sand = Sand
view-bodies = Körper
view-lock-body = { $body } sperren: Die Maus bewegt ihn nicht
view-hide-body = { $body } verbergen
share-menu = Teilen
share-tip = Link, Bilder und Filme der Szene
share-link = Link kopieren
share-cancel = Zeichnen abbrechen
caption-by-pair = Reibung je Paar
share-cancelled = Zeichnen abgebrochen.
share-link-tip = kopiert einen Link, der diese Szene auf der Seite öffnet
share-picture = Bild der Szene
share-as-shown = wie gezeigt
share-light = hell
share-dark = dunkel
share-transparent = ohne Hintergrund
share-save-picture = Bild speichern
share-window = Ganzes Fenster
share-film = Film
share-from = von
share-to = bis
share-speed = Tempo
share-save-film = Film speichern
share-drawing = zeichnet…
share-progress = Bild { $done } von { $count }
share-saved = gespeichert als { $path }
share-busy = Ein Bild oder Film wird gezeichnet: darauf warten.
