# Textes de la fenêtre. Ordre et clés comme dans en.ftl.

## Counts
count-findings = { $count ->
    [one] { $number } constat
   *[other] { $number } constats
}
count-steps = { $count ->
    [one] { $number } pas
   *[other] { $number } pas
}

## Bottom bar
bar-tools = Outils
bar-tools-name = outils : simulation fantôme, comparaisons
bar-stopped = Arrêtée : { $why }
bar-stopped-help = Retour arrière pour recommencer ; un dt ou un K_E plus petit suffit souvent.
bar-compare = Comparer les lois
bar-compare-tip = la même scène sous d’autres lois de frottement, côte à côte
bar-bench = Banc d’essai
bar-bench-tip = un contact, entraîné avec chaque loi
bar-lesson = Leçon
bar-explore = Explorer
bar-debug = Diagnostic
bar-layout = disposition : ce que montre la fenêtre
bar-pause = ⏸ Pause
bar-play-on = ▶ Continuer
bar-play = ▶ Lecture
bar-space = Espace
bar-to-event = ▶ Événement
bar-time = t = { $time } s
bar-to-event-tip = jouer jusqu’à un changement de mode, ou au début ou à la fin d’un contact (E)
bar-restart = recommencer avec les paramètres actuels (Retour arrière)
bar-more = plus de navigation, et signets
bar-previous-event = événement précédent (Ctrl + ←)
bar-step-back = un pas de temps en arrière (←)
bar-step = un pas de temps (→)
bar-next-event = événement enregistré suivant (Ctrl + →)
bar-forward-10 = Avancer de 10 pas · Page bas
bar-forward-frame = Avancer d’une image : { $steps }
bar-back-10 = Reculer de 10 pas · Page haut
bar-start = Au début · Début
bar-end = Au dernier pas calculé · Fin
bar-unmark = Supprimer ce signet · M
bar-mark = Mettre un signet ici · M
bar-bookmark = Signet : { $time }
bar-next-bookmark = Signet suivant · Maj + M
bar-record = Enregistrer la simulation (Ctrl + Maj + R)
bar-truncated = tronqué : valable jusqu’au pas { $step }
bar-imported-by = importé par stickslip { $build }
bar-recorded-by = enregistré par stickslip { $build }
bar-edit-branches = une modification ouvre une nouvelle branche
bar-imported = simulation importée
bar-replay = relecture
bar-cut = { $name } (tronquée)
bar-diverged = DIVERGENCE au pas { $step }
bar-diverged-tip = À partir de ce pas, l’état diffère de celui enregistré ou déjà calculé : autre version du programme, ou défaut matériel.
bar-ghost = Fantôme Δt/10
bar-ghost-tip = lancer ici une simulation fantôme au dixième du pas de temps : toute différence est une erreur de pas
bar-apart = écart { $distance }
bar-catching-up = (rattrapage)
bar-ghost-fine = fantôme Δt/10
bar-ghost-old = fantôme
bar-ghost-fine-tip = la même simulation depuis { $from } avec Δt/{ $fine }, en pâle ; écart : la plus grande distance d’un corps à son fantôme
bar-ghost-old-tip = le futur avant la modification à { $from }, en pâle ; écart : la plus grande distance d’un corps à son fantôme
bar-ghost-before = simulation d’avant
bar-ghost-before-tip = la simulation d’avant la modification de la scène, en pâle ; écart : la plus grande distance d’un corps à son fantôme
bar-rebuild = La même scène ici
bar-rebuild-tip = les mêmes corps à partir de ce pas, calculés par nos propres lois et dessinés en fantôme à côté du mouvement du moteur ; ce que le calcul ne dit pas est nommé
bar-by-springs = par des ressorts
bar-by-cones = par des cônes de frottement sur des contacts rigides
bar-by-dae = avec le frottement statique comme liaison (dae)
bar-rebuilt-tip = les corps du calcul à partir de { $from }, calculés ici avec { $fine } pas par ligne et dessinés en pâle ; écart : plus grande distance d'un corps à son fantôme
bar-rebuilt-open = Comme scène
bar-rebuilt-open-tip = ouvrir le fantôme comme une scène à part, à modifier et à enregistrer
bar-swap = passer à la simulation fantôme ; celle-ci devient le fantôme
bar-discard = supprimer la simulation fantôme
bar-slower = plus lent
bar-slower-tip = plus lent (−)
bar-faster = plus vite
bar-faster-tip = plus vite (+)
bar-speed = vitesse
bar-seeking = recherche du pas { $step }
bar-reading = lecture de l’enregistrement
bar-ended = fin de la scène
bar-paused = en pause
bar-ended-tip = Lecture : continuer
bar-paused-tip = Espace : lecture
bar-behind = Les pas sont trop lents pour la vitesse choisie : la lecture ralentit, aucun pas n’est sauté.
bar-pace-tip = secondes simulées par seconde

## View
sound-on = son
sound-tip = glissement en bruit, plus clair avec la vitesse ; événements en clics (S)
sound-volume = volume
sound-volume-name = volume du son
view-language = Langue
view-more = ▾ Suite

## Gallery
gallery-none = Aucune leçon ni scène ne contient ces mots.
gallery-lessons-title = Leçons : prédire, essayer, comprendre
gallery-motto = comment les corps adhèrent, glissent, roulent et pivotent l’un sur l’autre
gallery-search = rechercher
gallery-back = Retour à la scène
gallery-keys = Touches
gallery-all = Tout
gallery-lessons = Leçons
gallery-hide = { $count ->
    [one] Masquer { $number } variante
   *[other] Masquer { $number } variantes
}
gallery-show = { $count ->
    [one] Afficher { $number } variante
   *[other] Afficher { $number } variantes
}
gallery-paper = L’article
gallery-curved = Surfaces courbes, supports mobiles
gallery-rate = Frottement selon la vitesse, le repos et la direction
gallery-piles = Tas
gallery-rigid = Contacts rigides
gallery-constraint = Le frottement statique comme contrainte

## Lessons
lesson-none = Aucune leçon n’est ouverte.
lesson-choose = Choisir une leçon
lesson-waits = L’expérience commence après votre prédiction.
lesson-build = Bâtir
lesson-build-tip = Changer la scène à son début ; la prédiction porte sur ce que vous avez construit (B)
lesson-prediction = Votre prédiction
lesson-prediction-name = votre prédiction : { $name }, { $unit }
lesson-predict = Prédire { $value }
lesson-predict-off = placez d’abord le curseur sur votre prédiction
lesson-change = Modifier la prédiction
lesson-play = ▶ Lecture
lesson-pause = ⏸ Pause
lesson-space = Espace
lesson-restart = ⟲ Recommencer
lesson-restart-tip = depuis le début, avec une nouvelle prédiction (Retour arrière)
lesson-show-me = Démo
lesson-show-me-tip = lancer la démonstration
lesson-law = loi de glissement :
lesson-law-name = loi de glissement
lesson-predicted = prédit { $guess }
lesson-predicted-high = prédit { $guess } : { $miss } de trop
lesson-predicted-low = prédit { $guess } : { $miss } trop peu
lesson-theory = théorie { $theory } (écart { $off } %)
lesson-changed = Les valeurs ont été changées : cette simulation ne répond pas à la question.
lesson-moved = Un corps a été déplacé à la main : cette simulation ne répond pas à la question.
lesson-off-theory = C’est loin de ce que dit la théorie : cela ne répond pas encore à la question.
lesson-too-fast = Quelque chose a bougé trop vite ou par à-coups. Continuez lentement, ou recommencez.
lesson-see-curves = Les courbes montrent ce qui s’est passé.
lesson-no-answer = Ce qui s’est passé ne correspond à aucune de ces réponses.
lesson-happened = Ce qui s’est passé : { $answer }
lesson-copy = Copier le tableau
lesson-copy-tip = toutes les valeurs des courbes, séparées par des tabulations, pour un tableur
lesson-picture = Enregistrer l’image
lesson-picture-tip = la fenêtre, avec les paramètres en légende (F12)
lesson-replay = Revoir :
lesson-before = Avant
lesson-before-tip = quelque temps avant
lesson-just-before = Juste avant
lesson-just-before-tip = le dernier instant avant
lesson-moment = L’instant
lesson-moment-tip = l’instant décisif ; avancez avec ← et →
lesson-after = Après
lesson-after-tip = un peu plus tard
lesson-next = Leçon suivante →
lesson-all = Toutes les leçons
lesson-net-force = résultante = m a
lesson-contact-forces = forces de contact
lesson-from-step-1 = dès que le temps passe
lesson-limit-split = { $share } % de la limite μs N (trait : μk N)
lesson-limit = { $share } % de la limite μ N
lesson-friction = frottement
lesson-pull = traction
lesson-roll-torque = couple de roulement
lesson-spin-torque = couple de pivotement
lesson-forces = forces sur « { $body } »
lesson-forces-of = forces : { $body }
lesson-ball = bille
lesson-block = bloc
lesson-disk = disque
lesson-cylinder = cylindre
lesson-capsule = capsule
lesson-ellipsoid = ellipsoïde
lesson-body = corps
lesson-predict-first = Faites d’abord votre prédiction : l’expérience commence ensuite.
lesson-run-again = La simulation recommence, car vous en aviez déjà vu le résultat.
lesson-rests = En pause après l'instant décisif : ▶ continue.
lesson-holds = À { $slope }, ça tient encore : inclinez davantage.
lesson-tilt = Appuyez sur le bouton, ou tirez la planche par sa poignée ou son bord.
lesson-turns = La planche tourne lentement, pour éviter les à-coups.

## Actions of keys and command palette
action-play = lecture ou pause
action-to-event = jouer jusqu’au prochain événement
action-step = un pas en avant
action-step-back = un pas en arrière
action-steps = 10 pas en avant
action-steps-back = 10 pas en arrière
action-frames = 10 images en avant
action-frames-back = 10 images en arrière
action-next-event = événement suivant
action-previous-event = événement précédent
action-bookmark = mettre ou supprimer un signet à ce pas
action-next-bookmark = signet suivant
action-start = aller au début
action-end = aller au dernier pas calculé
action-restart = recommencer
action-faster = plus vite
action-slower = plus lent
action-ghost = simulation fantôme avec Δt/10
action-undo = annuler la dernière modification
action-redo = rétablir la dernière modification annulée
action-build = outils pour construire
action-delete = supprimer le corps choisi
action-duplicate = dupliquer le corps choisi
action-copy = copier le corps choisi
action-paste = coller le corps copié
action-start-here = faire de cet état le début de la scène
action-new = nouvelle scène
action-open-file = ouvrir un fichier
action-reload = recharger le fichier de la scène
action-save = enregistrer la scène avec ses paramètres
action-save-as = enregistrer la scène sous un autre nom
action-record = enregistrer la simulation : scène, modifications, empreinte de chaque état
action-picture = enregistrer une capture (PNG)
action-frame = cadrer le corps choisi, ou tous
action-front = vue de face
action-right = vue de droite
action-top = vue de dessus
action-plane = vue orthographique du plan du mouvement
action-perspective = vue perspective ou orthographique
action-chains = calque : chaînes de force
action-colours = couleurs des scènes à nombreux corps : unies, vitesse, contacts, charge
action-sound = son du frottement, activer ou couper
action-escape = annuler la sélection, fermer une fenêtre
action-gallery = galerie des scènes et des leçons
action-palette = palette de commandes : chercher une action
action-help = touches et souris
action-left = afficher ou masquer le panneau gauche
action-right-panel = afficher ou masquer le panneau droit
action-plots = afficher ou masquer les graphiques
action-compare = comparer les lois
action-bench = banc d’essai des lois
action-lesson = disposition : leçon
action-explore = disposition : explorer
action-debug = disposition : diagnostic
action-larger = panneaux et texte plus grands
action-smaller = panneaux et texte plus petits
action-size = taille normale des panneaux et du texte
action-full-screen = plein écran
action-tab = Tab parcourt les commandes ; Échap pour finir
action-theme = thème sombre / clair
action-safe = couleurs adaptées au daltonisme, oui / non
action-copy-lesson = copier la commande qui ouvre cette leçon
action-answers = réponses d’une classe : histogrammes des prédictions
action-quit = quitter
help-or = {"  "}ou{"  "}
action-overlay = calque : { $name }
action-plot = graphique : { $quantity }
action-open-lesson = leçon : { $title }
action-open = ouvrir : { $title }
action-language = langue : { $name }

## Mouse
mouse-body = glisser un corps
mouse-body-does = le tirer par un ressort et le lancer : dans une leçon, et pendant qu’une petite scène se déroule
mouse-edge = glisser le bord d’une planche
mouse-edge-does = l’incliner, dans une leçon sur une pente
mouse-pull = Ctrl + glisser à droite
mouse-pull-does = tirer un corps par un ressort ; sa force s’affiche
mouse-grow = Ctrl + Maj + glisser à droite
mouse-grow-does = tirer avec une force qui croît jusqu’au relâchement
mouse-turn = Ctrl + glisser à gauche
mouse-turn-does = tourner un corps par un ressort de torsion
mouse-orbit = glisser à gauche
mouse-orbit-does = tourner la vue (la déplacer en vue plane)
mouse-pan = glisser à droite
mouse-pan-does = déplacer la vue (ou Maj + glisser au milieu) ; dans une leçon la tourner
mouse-wheel = molette
mouse-wheel-does = agrandir ou réduire vers le pointeur
mouse-click = clic, double-clic
mouse-click-does = choisir un corps ou un contact, cadrer un corps
mouse-number = glisser un nombre de l’inspecteur
mouse-number-does = sur un graphique pour ajouter sa courbe
mouse-plot = double-clic sur un graphique
mouse-plot-does = l’afficher seul, ou tous de nouveau
mouse-timeline = molette sur la frise
mouse-timeline-does = agrandir ; double-clic : cadrer les événements, ou toute la simulation
mouse-drop = déposer un fichier sur la fenêtre
mouse-drop-does = ouvrir une scène ou un enregistrement

## Keys
key-plus = plus
key-minus = moins
key-page-up = Page haut
key-page-down = Page bas
key-escape = Échap
key-space = Espace
key-backspace = Retour arrière
key-home = Début
key-end = Fin
key-ctrl = Ctrl
key-shift = Maj

## Help
help-title = Touches et souris
help-lessons = Leçons (Ctrl + O) : faites une prédiction, puis inclinez, tirez ou appuyez sur « Démonstration ». La leçon mesure au pas décisif, s’arrête peu après, et « Revoir » y ramène.
help-many-bodies = Nombreux corps : les graphiques portent sur tous les contacts ; un corps choisi ajoute ses courbes et ses traces, avec son passé. Les valeurs s’affichent au contact inspecté et à celui sous le pointeur.
help-pulls = Tractions : un ressort de la scène (pulls:) avance à sa propre vitesse, et son extrémité mobile porte un anneau ; « Tirer » sous Agir lance une force croissante. Les deux s’affichent en newtons près du corps.
help-plots = Graphiques : glissez un nombre de l’inspecteur sur un graphique ; pour comparer à des mesures, utilisez ⋯ ou déposez un fichier CSV sur le graphique.
help-sliders = Un double-clic sur un curseur ou son nom le réinitialise. Les valeurs peuvent être tapées : 1e5.
help-search = Chercher une action
help-search-hint = tapez quelques lettres
help-search-name = chercher une action : quelques lettres
help-search-none = rien trouvé

## Dialogs
dialog-save-as = Enregistrer la scène sous
dialog-path = chemin du fichier
dialog-poses = partir des positions et vitesses actuelles
dialog-poses-note = Les corps déplacés sont réécrits sans commentaires ; les contacts partent sans déformation.
dialog-parameters-note = Enregistre les paramètres, les pentes et les corps ajoutés ou supprimés ; garde les commentaires et l’état initial.
dialog-exists = Ce fichier existe et sera remplacé.
dialog-save = Enregistrer
dialog-cancel = Annuler
dialog-unsaved = Modifications non enregistrées
dialog-unsaved-text = La scène a des modifications non enregistrées.
dialog-save-first = Enregistrer…
dialog-close = Fermer sans enregistrer
dialog-keep = Continuer
dialog-faults = Le fichier contient des erreurs ; la scène déjà chargée continue.
dialog-not-opened = L’ouverture a échoué.
dialog-dismiss = Fermer

## Timeline
timeline-name = frise : pas affiché
timeline-edits = actions
timeline-bookmark = signet (M le met ou le supprime)
timeline-slide = glisse
timeline-roll = roule
timeline-spin = pivote
timeline-contact = contact
timeline-solver = solveur
timeline-residual = { $count ->
    [one] solveur : ce pas a fini au-dessus de la tolérance{ $tolerance }
   *[other] solveur : { $count } pas jusqu’à la marque suivante ont fini au-dessus de la tolérance{ $tolerance }
}
timeline-roll-of = roulement de { $body }

## Events
event-slide = frottement
event-spin = pivotement
event-contact = contact
event-stick = adhère
event-slip = glisse
event-open = ouvert
event-begin = commence
event-end = finit
timeline-edit = modification : { $edit }
timeline-more = et { $more } autres jusqu’à la marque suivante

## Legend
legend-friction = frottement
legend-velocity = vitesse
legend-pull = traction
legend-normal = force normale
legend-roll = couple de roulement
legend-spin = couple de pivotement
legend-frame = repère de contact n, u, w
legend-axes = axes du corps
legend-previous = repère précédent
legend-spring = ressort ou corde, anneau à son bout mobile
legend-paths = trajets des points de contact
legend-bar = { $name }, cette longueur : { $bar }
legend-quarter = ¼ tour
legend-discs = adhère (statique) · glisse (cinétique) · ouvert
legend-unsolved = contact au-dessus de la tolérance du solveur
legend-tint = { $name } · { $low } à { $high }
legend-chains = force normale · 0 à ≥ { $force } N ({ $full } × moyenne)
tint-plain = corps
tint-speed = vitesse
tint-contacts = contacts par corps
tint-load = somme des forces normales

## Overlays
layer-motion = Mouvement
layer-contact = Contact
layer-diagnostics = Diagnostic
layer-body-axes = axes du corps x, y, z
layer-velocity = vitesse v
layer-angular-velocity = vitesse angulaire ω
layer-stopping-point = point d’arrêt prédit
layer-frame = repère de contact n, u, w
layer-friction = force de frottement
layer-torques = couples de roulement et de pivotement
layer-normal = force normale
layer-chains = chaînes de force
layer-discs = disques adhère / glisse
layer-values = valeurs
layer-gauge = jauge λ
layer-overlap = recouvrement et ligne de contact des prismes
layer-trails = traces des points de contact
layer-patches = aire de contact de Hertz
layer-curvature = courbure le long du trajet
layer-transport = transport du repère et ψ
layer-chains-tip = les contacts les plus forts en barres entre les centres, plus larges et foncées si la force normale est grande (C) ; avec beaucoup de billes, celles-ci sont dessinées plus petites
layer-values-tip = v, ω : vitesses ; frottement, couples de roulement et de pivotement : parts élastique et visqueuse ensemble ; N : force normale ; a : rayon de contact
layer-gauge-tip = frottement statique comme contrainte : 0 glisse selon +t = a × n, 1 selon −t, ½ ne porte rien ; en 3D, de 0 à ½
layer-transport-tip = le repère de contact précédent (pâle) et l’angle de pivotement, agrandi du facteur affiché
layer-needs-selection = avec beaucoup de corps et de contacts, seulement pour celui choisi : cliquez-en un
layer-pale = pâle : { $what }

## Scene and view
view-reload = Recharger
view-reload-tip = relire le fichier (Ctrl + L)
count-warnings = { $count ->
    [one] { $number } avertissement
   *[other] { $number } avertissements
}
count-snapshots = { $count ->
    [one] { $number } instantané
   *[other] { $number } instantanés
}
view-scene = Scène
view-scene-name = scène
view-overlays = Calques
view-lock = figer l’échelle des flèches
view-fit-tip = adapter les flèches à la vue actuelle
view-fit = Ajuster
view-fit-name = ajuster l’échelle des flèches
view-colours = Couleurs
view-colours-tip = V pour changer
view-history = Historique
view-wait = environ { $seconds } s
view-snapshots = { $snapshots }, { $mb } Mo. Un saut entre deux resimule jusqu’à { $steps }.
view-events-until = Les événements sont listés jusqu’au pas { $step }.
view-view = Vue
view-plots = graphiques
view-follow = suivre les corps
view-plane = vue plane
view-plane-tip = selon la normale du plan du mouvement, sinon l’axe le plus proche (2)
view-orthographic = orthographique
view-dark = thème sombre
view-safe = adapté au daltonisme
view-safe-tip = couleurs distinctes en vision protane, deutane et tritane ; avec la scène sombre
view-grid = grille { $cell } m

## Friction parameters
tune-friction = Frottement
tune-reset = Revenir aux valeurs du fichier
tune-roll = résistance au roulement
tune-spin = frottement de pivotement
tune-pairs = paires dont le frottement est affiché
tune-in-file = dans le fichier : { $value }
tune-double-click = double-clic : loi du fichier
tune-changed = différent du fichier
tune-handles = double-clic : les deux à leur valeur de départ · flèches : de { $step }
tune-form = forme des équations :
tune-solver = Solveur rigide
tune-form-tip = Quelles équations lient impulsions et vitesses.
tune-method-tip = Comment elles sont résolues.
tune-impact-tip = Ce que signifie un coefficient de restitution.
tune-tolerance-tip = Plus grand résidu d’un pas convergé.
tune-iterations-tip = Nombre maximal de passages sur les contacts d’un îlot par pas.
tune-warm-tip = Chaque pas part des dernières impulsions.
tune-tolerance-name = tolérance du solveur, m/s
tune-iterations-name = nombre maximal d’itérations
tune-warm-name = démarrage à chaud du solveur
tune-form-row = forme
tune-method-row = méthode
tune-impact-row = choc
tune-tolerance-row = tolérance
tune-iterations-row = itérations ≤
tune-warm-row = départ à chaud
tune-solver-reset = Solveur comme dans le fichier

## Manipulate
hand-title = Agir
hand-choose-tip = cliquez un autre corps pour le choisir
hand-grow = Tirer avec une force croissante
hand-kick = Pousser et faire tourner
hand-pose = Fixer la position
hand-bodies = Corps
hand-mouse = Pendant le déroulement, glisser un corps pour le tirer. Ctrl + glisser à droite tire, Ctrl + glisser à gauche tourne un corps.
hand-seen = { $what } ; un pas calculé pour le montrer
hand-slope = incliner à
hand-turn-rate = vitesse de rotation
hand-turns = { $slope } · jusqu’à { $target }
hand-slope-of = incliner { $body } à
hand-slope-name = pente de { $body }, degrés
hand-rate-tip = à quelle vitesse la planche suit ; trop vite, elle secoue ce qui est posé dessus
hand-rate-name = vitesse d’inclinaison de { $body }, degrés par seconde
hand-tilts = { $angle }° · Espace : l’inclinaison suit le temps
hand-tilts-later = l’inclinaison suit le temps : appuyez sur Espace
hand-pulls-later = la traction n’agit que lorsque le temps s’écoule : appuyez sur Espace
hand-immovable = { $body } est fixe ou entraîné : les forces ne le déplacent pas
hand-spring = ressort sur { $body } :
hand-rope = corde sur { $body } :
hand-spring-speed = vitesse de l’extrémité entraînée
hand-spring-name = ressort sur { $body } : { $what }
hand-stiffness = raideur
hand-direction = direction
hand-pull = Tirer
hand-release = Relâcher
hand-rate = taux
hand-pull-rate = croissance de la traction, newtons par seconde
hand-kick-button = Pousser
hand-kick-tip = s’ajoute à la vitesse et à la vitesse angulaire, axes du monde
hand-pause = D’abord mettre en pause (Espace).
hand-rotation = ° vecteur rotation
hand-apply = Appliquer
hand-current = Position actuelle
hand-pose-set = position fixée ; ses contacts repartent sans mémoire
hand-new-shape = forme du nouveau corps
hand-size = taille
hand-mass = masse
hand-size-name = taille du nouveau corps, m
hand-mass-name = masse du nouveau corps, kg
hand-on = m sur { $plane }
hand-add = Ajouter
hand-added = corps ajouté
hand-delete = Supprimer { $body }
hand-deleted = corps supprimé
hand-grip = poignée de { $body } : glisser pour incliner

## Schedules
schedule-title = Programmes : facteurs dans le temps
schedule-body = mouvement de { $body }
schedule-spring = ressort { $number } sur { $body }
schedule-force = force { $number } sur { $body }
schedule-now = maintenant { $time } s : facteur { $factor }
schedule-none = aucune table : le facteur vaut 1
schedule-none-driven = aucune table : selon `from` et `until`
schedule-time = temps, s
schedule-factor = facteur
schedule-field = { $of }, ligne { $row } : { $what }
schedule-add = Ajouter une ligne
schedule-step = Saut
schedule-step-tip = seconde ligne au même temps : un saut du facteur
schedule-remove = supprimer cette ligne
schedule-clear = Aucune table
schedule-waits = pas encore appliqué
schedule-apply = Appliquer la table
schedule-discard = Abandonner
schedule-refused = ligne { $row } ({ $time } s) : { $why }

## Compare laws
compare-copied = copié : à coller dans un tableur

## Right panel
tab-inspect = Inspecteur
tab-inspect-tip = contacts et corps : chaque nombre, et pourquoi cela adhère ou glisse
tab-tune = Réglages
tab-tune-tip = paramètres de frottement de la simulation en cours
tab-body = Corps
tab-body-tip = le corps choisi : dimensions, masse, matériau, place, ce qui le tire
tab-solver = Solveur
tab-solver-tip = contacts rigides : qualité de la résolution de chaque pas

## Plots
bar-clock = t = { $time } s · pas { $step }
plot-textbook = manuel : { $off } d’écart
plot-textbook-curve = – – manuel
plot-theory-curve = – – théorie
plot-textbook-tip = tirets : frottement égal à la force appliquée jusqu’à μs N tant que cela adhère, μk N en glissement
plot-none = pas de graphique : + ou un clic sur un nombre de l’inspecteur
plot-kinetic-tip = énergie cinétique : du centre de masse, du mouvement relatif, et de rotation
plot-world = empilement, énergies, solveur
plot-add = ajouter un graphique
plot-energy = Énergie
plot-energy-tip = le bilan d’énergie
plot-energy-title = énergie [J]
plot-tab-all = Tous
plot-all-tip = tous les graphiques côte à côte
plot-save = enregistrer ou copier le contenu des graphiques
plot-closed-form = forme analytique
plot-ghost = fantôme
plot-previous = simulation précédente
plot-one = { $quantity } de { $subject }, maintenant { $value }
plot-of = graphique : { $curves } en fonction de { $x }
plot-time = temps
plot-what = ce que montre ce graphique
plot-over = en fonction de { $x }
plot-error = forme analytique { $error }
plot-dashed = tirets : prédiction depuis l’état à { $time } s
plot-all = Tout afficher · double-clic
plot-alone = Afficher celui-ci seul · double-clic
plot-close = Fermer ce graphique
plot-over-time = En fonction du temps
plot-over-other = En fonction de …
plot-remove = Retirer { $symbol }
plot-predicted = prédit { $value }
plot-cannot-read = { $file } ne peut pas être lu : { $why }
plot-only-curves = les courbes de fichiers ne vont que sur des graphiques de courbes
count-points = { $count ->
    [one] { $number } point
   *[other] { $number } points
}
plot-points-of = { $points } de { $about }
plot-compare = Comparer à une courbe (CSV) …
plot-columns = un fichier à deux colonnes, ou à colonnes nommées comme les grandeurs
plot-overlay = Superposer
plot-drop = ou déposez le fichier sur le graphique
plot-remove-file = Retirer la courbe du fichier
plot-figure = Figure de tous les graphiques (SVG)
plot-samples = Toutes les valeurs des courbes (CSV)
plot-copy = Copier les valeurs (pour un tableur)
plot-copied = copié
plot-no-energy = pas de bilan d’énergie : trop de corps
plot-energy-name = graphique du bilan d’énergie en fonction du temps
plot-residual = résidu { $energy }
plot-residual-tip = cinétique + potentielle + stockée + dissipée − travail extérieur, par rapport au début
energy-kinetic = cinétique
energy-potential = potentielle
energy-springs = ressorts
energy-slide = glissement
energy-roll = roulement
energy-spin = pivotement
energy-impact = choc

## Modes and parameters
mode-sticks = adhère
mode-slips = glisse
mode-open = est ouvert
mode-unknown = mode inconnu
parameter-mu-s = coefficient de frottement statique, au moins μk
parameter-mu-k = coefficient de frottement cinétique, au plus μs
parameter-k-e = raideur de glissement
parameter-eta-r = coefficient de résistance au roulement ; 0 la supprime
parameter-eta-e = rapport des énergies de roulement et de glissement aux seuils ; 0 supprime la résistance au roulement
parameter-eta-theta = rapport du seuil de roulement à κ fois le seuil de glissement
parameter-eta-psi = coefficient de frottement de pivotement ; 0 le supprime
parameter-mu-s-across = coefficient de frottement statique en travers du fil, au moins μk₂
parameter-mu-k-across = coefficient de frottement cinétique en travers du fil, au plus μs₂
parameter-finite = { $symbol } doit être un nombre fini
parameter-negative = { $symbol } ne doit pas être négatif
parameter-positive = { $symbol } doit être positif
parameter-least = { $symbol } doit être au moins { $least }
parameter-no-stiffness = aucune des lois choisies n’utilise de raideur
parameter-raised = { $symbol } a été porté à { $value }, car μk ≤ μs
parameter-lowered = { $symbol } a été abaissé à { $value }, car μk ≤ μs
tune-step-tip = rapport du pas au pas critique des ressorts en contact, qui agissent ensemble ; à partir de 1, les contacts adhérents oscillent ou divergent. La scène fixe le pas : `time: (dt: …)`
tune-step-advice = Δt est trop grand : les contacts adhérents oscillent ou divergent. Δt = { $step } s suffirait.

## Labels in the scene
scene-friction = frottement
scene-roll = couple de roulement
scene-spin = couple de pivotement
scene-spring = ressort
scene-rope = corde
scene-pull = traction
scene-stop = arrêt prédit (t = { $time } s), { $off }
scene-total = total { $force }
scene-off = écart { $distance }
scene-transport = dernier pas, rotation × { $times }
bar-pace = { $speed } × temps réel · { $steps } pas/s
bar-pace-alone = { $speed } × temps réel
bar-pace-of-step = { $speed } × temps réel · { $time } par pas
scene-name = vue 3D : { $title }
scene-edge = bord du panneau
scene-axis = axe du graphique
scene-window = titre de la fenêtre
scene-scroll = barre de défilement

## Notices
notice-saved = enregistré sous { $file }
notice-saved-poses = enregistré sous { $file } avec les positions actuelles ; les contacts partent sans déformation
notice-copied-text = copié : { $text }
notice-copied = copié
notice-link = Lien copié. Il s’ouvre après l’adresse de la page, ou avec `stickslip open LINK`.
notice-link-page = Lien copié.
notice-link-long = Il a { $count } caractères : certaines messageries coupent les liens de plus de 8000 ; l’essayer, ou enregistrer la scène et transmettre le fichier.
notice-link-none = aucune scène n’est ouverte
notice-scene-ends = La scène se termine ici. Relancer la lecture la prolonge au-delà de sa fin, Retour arrière la recommence.
notice-no-lesson = aucune leçon n’est ouverte
notice-backfill = passé recalculé : { $percent } %
notice-followed = suivi seulement depuis le pas où il a été choisi : recalculer le passé prend { $minutes } min
notice-no-touch = rien ne se touche encore
notice-select = beaucoup de corps ou de contacts : choisissez un corps pour voir ses traces
notice-no-trail = pas encore de trace : les points de contact ont à peine bougé
notice-no-ghost = pas de simulation fantôme au-delà de { $bodies } corps : une seconde simulation de cette taille diviserait la vitesse par deux

## Inspector
inspect-sticking = adhère depuis { $time }
inspect-slipping = glisse depuis { $time }
inspect-open = ouvert depuis { $time }
inspect-why-slides = Pourquoi cela glisse
inspect-why-it = Pourquoi cela { $verb }
inspect-why-roll = Pourquoi le roulement { $verb }
inspect-why-roll-of = Pourquoi le roulement de { $body } { $verb }
inspect-why-spin = Pourquoi le pivotement { $verb }
inspect-no-contact-now = { $name } : pas de contact à ce pas
inspect-click-body = { $count ->
    [one] { $number } contact : cliquez un corps pour voir les siens
   *[other] { $number } contacts : cliquez un corps pour voir les siens
}
inspect-no-contacts = pas de contact
inspect-contacts = Contacts
inspect-unpin = détacher
inspect-pin = épingler à la liste et enregistrer ses courbes
inspect-apart = séparés
inspect-list-tip = corps, force normale
inspect-more = et { $more } autres : cliquez-en un dans la scène
inspect-overlap = N = { $n } · recouvrement { $overlap } m
inspect-overlap-untold = N = { $n } · recouvrement inconnu
inspect-friction-on = frottement sur { $j } de { $i } : { $force }
inspect-friction-untold = frottement sur { $j } de { $i } : inconnu
inspect-world = { $vector }, monde
inspect-micro = Vue microscopique
inspect-paths = Trajets sur les surfaces
inspect-point = Point de contact
inspect-rebuilt = ⚠ u a tourné de { $u }° dans ce pas, n de { $n }°, les corps autour de n de { $spin }° : repère reconstruit, non transporté
inspect-frame = Repère n, u, w
inspect-transported = ✔ transporté : |Δu| ≤ |Δn| + |ω_n| Δt
inspect-transported-tip = u ne tourne pas plus que ne l’expliquent la rotation de n et le pivotement des corps
inspect-told-tangent = u′, la première tangente du moteur lui-même : { $angle }° de u autour de n
inspect-told-tangent-tip = dessinée en trait fin. u est portée par les corps, u′ est choisie par le moteur : là où l'angle saute, le moteur a tourné son repère, et avec lui le frottement qu'il garde du dernier pas
inspect-slide = glissement
inspect-roll = roulement
inspect-roll-i = roulement de { $body }
inspect-roll-j = roulement de { $body }
inspect-spin = pivotement
inspect-no-memory = { $load } · une loi sans mémoire
inspect-bar-tip = part élastique sur sa limite statique ; le trait marque la limite cinétique
inspect-bodies = Corps
inspect-of-scene = { $group } de la scène
inspect-bench-tip = entraîner chaque loi avec le mouvement enregistré de ce contact
inspect-bench = Vers le banc d’essai
inspect-save-tip = toutes les valeurs de ce contact à chaque pas enregistré, en CSV
inspect-save = Enregistrer l’historique
inspect-repro-tip = une commande qui ouvre cette simulation à ce pas et ce contact ; si elle a été modifiée, elle est d’abord enregistrée
inspect-repro = Copier la commande
inspect-plot = tracer { $quantity }
inspect-plot-it = { $quantity } : tracer
inspect-drag = clic : tracer en fonction du temps ; glisser sur un graphique : l’y ajouter
inspect-copy-tip = tous les nombres de ce pas, séparés par des tabulations, pour un tableur
inspect-copy = Copier le tableau
inspect-circle-tip = { $spring } sur { $static } (trait plein : seuil statique), { $kinetic } (tirets : cinétique) ; % du statique
inspect-circle-pyramid = carré : l'audit (A5) trouve |F_u′| + |F_w′| ≤ μN le long des tangentes du moteur au lieu du cercle
inspect-pyramid = pyramide
inspect-shared = frottement par paire : celui de chaque point n’est pas connu
inspect-shared-tip = ce moteur donne le frottement de tous les points de la paire ensemble ; le fichier en donne une part égale à chaque point, seule la somme se compare à μN
inspect-no-load = pas encore de charge : elle agit dès le pas suivant
inspect-gap = N = { $n } · jeu Φ = { $gap }
inspect-gap-tip = un jeu négatif est un recouvrement
inspect-lift = soulèvement s Δt = { $lift }
inspect-lift-relaxed = soulèvement de la forme relâchée : s Δt = { $lift }
inspect-relaxed-tip = la forme relâchée laisse ce jeu après un pas où le contact glisse, roule ou pivote
inspect-exact-tip = la forme exacte, utilisée ici, ne laisse aucun jeu
inspect-lift-tip = s = μ‖V_t‖ + ρ‖W_t‖ + σ|W_n|, du dernier pas
inspect-face = un des { $points } points d’une face : la charge d’un seul point n’est pas unique
inspect-face-tip = Avec trois points ou plus, plusieurs répartitions de charge donnent le même mouvement (précontrainte) ; le solveur en trouve une, selon son point de départ. Comparez les mouvements et les sommes sur la face.
inspect-disk-open = ouvert
inspect-share = { $share } % de μN = { $limit }
inspect-slips-plus = 0 glisse selon +t
inspect-slips-minus = 1 glisse selon −t
inspect-slips = 0 glisse
inspect-half = ½ sans charge
inspect-static = statique
inspect-slip = glisse
inspect-area-tip = A : aire de recouvrement ; b : longueur de la somme vectorielle des arêtes d’un corps
inspect-overlap-tip = recouvrement de { $area } : aire, centroïde C, ligne de contact de P₁ à P₂, n vers le corps i ; profondeur × { $depth }
inspect-depth = profondeur × { $depth }
inspect-micro-text = distance × à ● : { $distance } · |S| = { $spring } · confondus il y a { $steps }
inspect-micro-legend = × point de i   ● point de j   lignes : trajets du point de contact   magenta : S
inspect-auto = auto
inspect-times = { $times } × la scène
inspect-steps-back = pas en arrière

## Laws of the scene
law-slide = loi glissement
law-roll = loi roulement
law-spin = loi pivotement
law-lacks = Indisponible ici : { $fault }
law-keeps = { $law }. Les contacts gardent leur déformation.
law-resets = { $law }. L’historique des contacts est effacé : une des deux lois n’a pas de mémoire.
law-parameters = paramètres de ces lois
law-empty = vide : { $default }
law-speed = vitesse de glissement [m/s]
law-contacts = contacts
law-over-speed = coefficient de frottement en glissement permanent selon la vitesse de glissement ; points : les contacts à ce pas
parameter-mu = coefficient de frottement : plus grande force de glissement sur N
parameter-rho = plus grand couple de roulement sur N ; 0 supprime la résistance au roulement
parameter-sigma = plus grand couple de pivotement sur N ; 0 le supprime
gauge-along = λ = ½ − f/(2μN), f : frottement sur le corps i selon t = a × n = { $t }
gauge-ends = 0 glisse selon +t, 1 selon −t, ½ ne porte rien
gauge-space = 3D : λ = ½ (1 − |f|/μN), de 0 (glisse) à ½ (sans charge)
gauge-value = λ = { $lambda } sur { $range } : { $state }

## Edits
edit-law = { $component } : loi { $law }
edit-gravity = pesanteur { $g } m/s²
edit-kick = poussée
edit-mouse = traction à la main
edit-spring = vitesse du ressort { $v } m/s
edit-schedule = programme de { $rows ->
    [one] { $rows } ligne
   *[other] { $rows } lignes
}
edit-no-schedule = aucun programme
edit-tilt = incliner à { $angle }°
edit-pose = fixer la position
edit-add = ajouter un corps
edit-delete = supprimer un corps
edit-solver = solveur { $solver }

## Comparison of laws
compare-add = Ajoutez un jeu de lois : il avance au même pas que la simulation affichée.
compare-form = forme
compare-slide = glissement
compare-roll = roulement
compare-spin = pivotement
compare-remove = retirer ce jeu
compare-beside = côte à côte
compare-beside-tip = décalées selon x ; sinon superposées
compare-threshold-tip = Deux simulations diffèrent dès qu’une position s’écarte de plus de cette fraction de la taille du corps (un angle : en rad), une force de cette fraction de la force normale, ou un couple de force normale × taille.
compare-threshold-name = seuil de différence, puissance de dix
compare-threshold = seuil { $value }
compare-law-set = + Lois
compare-rigid = + Rigide
compare-rigid-tip = Les mêmes corps avec contacts rigides et cônes de frottement : exacts (loi de Coulomb) et relâchés (Tasora & Anitescu). Leurs limites découlent des ressorts.
compare-form-of = forme du jeu { $set }
compare-law-of = { $component } : loi du jeu { $set }
compare-rigid-note = rigide : { $note }
compare-laws = lois
compare-first = première différence
compare-displayed-law = La loi affichée
compare-jitters = { $law } vibre au repos : { $load } d’un pas à l’autre. Elle s’oppose à la vitesse actuelle et n’a pas de mémoire pour retenir le corps.
compare-catching-up = rattrapage …
compare-none = aucune jusqu’ici
compare-found = t = { $time } s, { $kind } de { $body }
compare-values = { $kind } : t = { $time } s, { $of } : ici { $own }, { $other }
compare-pose = position
compare-mode = mode
compare-force = force
compare-torque = couple
compare-quantity = grandeur comparée
compare-body = corps comparé
compare-of = de
compare-copy-tip = ces courbes, séparées par des tabulations, pour un tableur
compare-plot = graphique : { $quantity } de toutes les simulations en fonction du temps
compare-load-friction = force de frottement
compare-load-roll = couple de roulement
compare-load-spin = couple de pivotement
compare-sign = { $count ->
    [one] { $loads } change de signe
   *[other] { $loads } changent de signe
}
compare-and = { $first } et { $second }
compare-as-shown = comme dans la scène
compare-rigid-contacts = contacts rigides
compare-form-name = forme { $form }
compare-displayed = affiché
compare-displayed-set = { $set } (affiché)
legend-show = afficher
legend-hide = masquer
gallery-start = ▶ Commencer par la leçon 1
## Rail at the left edge
rail-gallery = Galerie
rail-gallery-tip = toutes les leçons et scènes (Ctrl + O)
rail-scene = Scène
rail-scene-tip = description, avertissements, liste des scènes
rail-overlays = Calques
rail-overlays-tip = ce qui est dessiné sur les corps ; la vue (Tab)
rail-plots = Courbes
rail-plots-tip = afficher ou masquer les graphiques (P)
rail-keys = Touches
rail-keys-tip = tous les raccourcis (F1)
tune-value = { $name } : valeur

## Answers of a class
class-title = Pour la classe
class-worksheet-tip = une page à imprimer : question, prédiction, trois valeurs à essayer ; les réponses sont sur une seconde feuille
class-worksheet = Fiche de travail
class-name-hint = votre nom, si vous voulez
class-name = nom de l’élève
class-save = Enregistrer les réponses
class-save-tip = prédictions et résultats de cette session, CSV
class-link = Copier les réponses en lien
class-link-tip = à transmettre ; rien n’est envoyé
class-answers = Réponses de la classe
class-answers-tip = histogrammes des prédictions de plusieurs
class-tools = fiche et réponses
class-hide = Masquer la vraie valeur
class-histogram = Enregistrer l’histogramme
class-histogram-tip = une figure à imprimer, SVG
class-clear = Effacer
class-links = Liens de réponses, un par ligne, ou un tableau (CSV). Un fichier peut être déposé sur la fenêtre.
class-links-name = liens de réponses
class-add = Ajouter
class-lesson = leçon dont les prédictions sont affichées
class-axis = prédictions

## Audit of an imported run
bar-audit = contrôle
bar-audit-tip = en quoi ce calcul diffère des équations de la mécanique et du frottement
audit-title = Contrôle du calcul
audit-waits = Le calcul est contrôlé …
audit-none = Rien ne diffère au-delà des limites.
audit-step = pas { $step }
audit-go = aller à ce pas et choisir le contact
audit-numbers = valeur { $value }, limite { $limit }

# Construire à la main
build-select = Choisissez d’abord un corps : cliquez dessus.
build-delete = supprimer { $body }
build-duplicate = dupliquer { $body }
build-add = ajouter { $body }
build-start-here = cet état comme début
build-row = copier { $body } en rangées
build-mirror = réfléchir { $body }
build-no-mirror = { $body } n’a pas d’image miroir de même forme
build-and-more = { $body } et { $more } autres
build-copied = { $body } est copié ; Ctrl+V le colle, même dans une autre scène
build-nothing-copied = Rien n’est copié : choisissez un corps et tapez Ctrl+C.
build-refused = Impossible ({ $what }) : { $why }
build-undone = annulé : { $what }
build-redone = rétabli : { $what }
build-new-scene = nouvelle scène
build-paint = { $body } en { $material }
build-hint-paint = Cliquez sur les corps qui doivent l’avoir. Échap : fini.
build-materials = Matériaux
build-row-make = Créer les copies
build-row-by = distance suivant { $axis }
build-row-count = nombre suivant { $axis }
build-button-row = Rangée, grille…
build-place-middle-tip = Place le corps à l’endroit libre le plus proche du milieu, sans souris dans la scène
build-place-middle = Placer au milieu
build-on-nothing = { $body } à la hauteur 0 : rien n’est au-dessous
build-has-floor = Il y a déjà un sol.
build-no-room = Aucune place libre près du milieu : cliquez là où il doit se tenir.
template-floor = Un sol vide
template-ramp = Une rampe
template-two-ramps = Deux rampes face à face
template-table = Une table avec un bord
template-belt = Un tapis roulant
template-stairs = Un escalier
template-balls = Une caisse de billes
template-bowl = Un bol
template-tube = Un tube
template-other = Une autre scène
gallery-new = Nouveau :
gallery-files = Vos fichiers :
gallery-open = Ouvrir…
gallery-recent = ouverts récemment :
dialog-open = Ouvrir un fichier
dialog-open-button = Ouvrir
dialog-browse = Parcourir…
rail-build = Bâtir
rail-build-tip = Des corps pour construire (B)
tool-ball = boule
tool-box = boîte
tool-cylinder = cylindre
tool-capsule = capsule
tool-egg = œuf
tool-prism = prisme
tool-ramp = rampe
tool-shelf = étagère
tool-floor-tip = Un sol horizontal sous tous les corps
tool-floor = sol
tool-wall = mur
tool-disk = disque
build-bodies = Corps
build-supports = Supports
build-hint-choose = Choisissez une forme, puis cliquez là où elle doit se poser.
build-hint-place = Cliquez dans la scène pour la poser, avec Maj plusieurs. Molette : taille · Maj + molette : tourner · Alt : hors grille · Échap : fin.
build-selected = Corps choisi
build-button-duplicate = Dupliquer
build-button-delete = Supprimer
build-button-cut = Couper
build-button-mirror = Réfléchir…
build-mirror-side = Vers { $side } ({ $axis })
build-side-right = la droite
build-side-left = la gauche
build-side-back = l’arrière
build-side-front = l’avant
build-button-copy = Copier
build-button-paste = Coller
build-start = Début
build-at-start = L’exécution est à son début : ce que vous construisez devient une partie de la scène.
build-after-start = L’exécution a commencé : ce que vous construisez est une modification de cette exécution.
build-start-button = En faire le début
build-on = { $body } sur { $carrier }
build-overlaps = recouvre { $body } de { $by }
build-added-later = Ajouté au prochain pas de l’exécution.
build-needs-start = Ceci change la scène : d’abord revenir au début (Home), ou en faire le début.
build-world = le monde
build-between = { $body } – { $end }
build-connect = Relier
build-force = Mettre en mouvement
build-move = déplacer { $body }
build-turn = tourner { $body }
build-resize = redimensionner { $body }
build-tilt = incliner { $body }
build-push = pousser { $body }
build-velocity = vitesse de { $body }
build-spring = ressort à { $body }
build-rope = corde à { $body }
build-immovable = { $body } est fixe : choisir un corps qui bouge.
build-hint-line = Appuyer sur un corps et tirer vers un autre corps ou un point.
build-hint-line-end = Cliquer là où cela doit finir. Maj : vers le haut · Échap : terminé.
build-none-selected = Cliquer sur un corps : le tirer le déplace, ses points le redimensionnent, son bouton le tourne. Maj : haut et bas · Alt : sans grille.
build-back-button = Retour au début
tool-spring = ressort
tool-rope = corde
tool-push = poussée
tool-velocity = vitesse
handle-turn = tourne { $body }
handle-slope = incline { $body }
handle-size = redimensionne { $body }
dimension-radius = rayon
dimension-height = hauteur
dimension-x = taille x
dimension-y = taille y
dimension-z = taille z
dimension-length = longueur
dimension-width = largeur
dimension-thickness = épaisseur
card-name = Nom du corps
card-change = changer { $body }
card-of-a-fill = C’est l’un des nombreux corps d’un remplissage : le changer dans le texte.
card-slope = pente
card-mass = masse
card-density = densité
card-material = matériau
card-no-material = aucun
card-free = libre
card-fixed = fixe
card-driven = entraîné
card-velocity = vitesse { $axis }
card-rest-length = longueur
card-remove-pull = Enlever
card-connect = Relier, pousser…
card-connect-world = Le monde, au-dessus
card-force = force { $axis }
card-turn = rotation
card-place = Place dans le monde
card-place-on = Place sur { $surface }
scene-card-title = Scène
scene-card-name = Titre de la scène
scene-card-gravity = gravité
scene-card-dt = pas de temps Δt
scene-card-duration = durée
scene-card-stiffness = raideur k_n
scene-card-gravity-axis = pesanteur { $axis }
scene-card-gravity-vector = Direction de la pesanteur
check-title = Contrôle
check-overlap = { $a } et { $b } se recouvrent de { $by }
check-step = Δt/Δt_crit = { $ratio } : trop long ; prendre { $step } s
check-fix = Corriger
check-fix-name = Prendre le pas de temps plus court
check-good = Δt/Δt_crit = { $ratio }, aucun recouvrement
check-choose = Choisir raideur et Δt
check-choose-tip = D’après les masses et les tailles des corps : le plus lourd s’enfonce d’un millième de la plus petite demi-largeur, et le pas de temps convient aux ressorts
check-only-hooke = La force normale de cette scène n’a pas de k_n à choisir.
check-no-body = Aucun corps ne bouge.
pairs-open = Frottement des paires…
pairs-open-tip = μs et μk de chaque paire de matériaux
pairs-title = Frottement des paires de matériaux
pairs-none = Aucun corps n’a encore de matériau : en choisir un sur la carte d’un corps.
pairs-choose = Choisir une case pour la changer : μs / μk ; – comme toutes les autres paires.
pairs-as-others = comme toutes les autres paires
pairs-known = Manuel : { $s } / { $k }
pairs-source = Surfaces sèches ; OpenStax, University Physics 1, table 6.1 ; verre : Serway & Jewett, table 5.1
pairs-reset = Comme toutes les autres paires
material-wood = bois
material-steel = acier
material-rubber = caoutchouc
material-ice = glace
material-glass = verre
material-concrete = béton
material-felt = feutre
material-sand = sable
view-bodies = Corps
view-lock-body = Verrouiller { $body } : la souris ne le déplace pas
view-hide-body = Masquer { $body }
share-menu = Partager
share-tip = Lien, images et films de la scène
share-link = Copier le lien
share-cancel = Arrêter le dessin
caption-by-pair = frottement par couple
share-cancelled = Dessin arrêté.
share-link-tip = copie un lien qui ouvre cette scène sur la page
share-picture = Image de la scène
share-as-shown = comme affiché
share-light = clair
share-dark = sombre
share-transparent = sans arrière-plan
share-save-picture = Enregistrer l’image
share-window = Toute la fenêtre
share-film = Film
share-from = de
share-to = à
share-speed = vitesse
share-save-film = Enregistrer le film
share-drawing = dessine…
share-progress = image { $done } sur { $count }
share-saved = enregistré sous { $path }
share-busy = Une image ou un film est en cours : attendre.
