# Textes de la fenêtre. Ordre et clés comme dans en.ftl.

## Counts
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
bar-compare-tip = simuler la même scène avec d’autres lois, au même pas
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
bar-to-event-tip = jouer jusqu’à un changement de mode, ou au début ou à la fin d’un contact (E)
bar-restart = recommencer avec les paramètres actuels (Retour arrière)
bar-more = plus de navigation, et signets
bar-previous-event = événement précédent (Ctrl + ←)
bar-step-back = un pas en arrière (←)
bar-step = un pas (→)
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
view-language = Langue

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
gallery-piles = Tas
gallery-rigid = Contacts rigides
gallery-constraint = Le frottement statique comme contrainte

## Lessons
lesson-none = Aucune leçon n’est ouverte.
lesson-choose = Choisir une leçon
lesson-waits = L’expérience commence après votre prédiction.
lesson-prediction = Votre prédiction
lesson-prediction-name = votre prédiction : { $name }, { $unit }
lesson-predict = Prédire { $value }
lesson-predict-off = placez d’abord le curseur sur votre prédiction
lesson-change = Modifier la prédiction
lesson-play = ▶ Lecture
lesson-pause = ⏸ Pause
lesson-space = Espace
lesson-restart = ⟲ Recommencer
lesson-restart-tip = depuis le début (Retour arrière)
lesson-show-me = Démonstration
lesson-show-me-tip = lancer la démonstration
lesson-law = loi de glissement :
lesson-law-name = loi de glissement
lesson-predicted = prédit { $guess }
lesson-theory = théorie { $theory } (écart { $off } %)
lesson-other-run = Vous avez modifié les valeurs : cette simulation ne répond pas à la question. { $instead }
lesson-see-curves = Les courbes montrent ce qui s’est passé.
lesson-no-answer = Ce qui s’est passé ne correspond à aucune de ces réponses.
lesson-happened = Ce qui s’est passé : { $answer }
lesson-copy = Copier le tableau
lesson-copy-tip = toutes les valeurs des courbes, séparées par des tabulations, pour un tableur
lesson-picture = Enregistrer l’image
lesson-picture-tip = la fenêtre, avec les paramètres en légende (F12)
lesson-replay = Revoir :
lesson-before = Avant
lesson-before-tip = un dixième du temps écoulé plus tôt
lesson-just-before = Juste avant
lesson-just-before-tip = le dernier pas avant
lesson-moment = L’instant
lesson-moment-tip = le pas décisif ; avancez avec ← et →
lesson-after = Après
lesson-after-tip = un peu plus tard
lesson-next = Leçon suivante →
lesson-all = Toutes les leçons
lesson-net-force = résultante = m a
lesson-contact-forces = forces de contact
lesson-from-step-1 = dès le pas 1
lesson-limit-split = { $share } % de μs N (trait : μk N)
lesson-limit = { $share } % de μ N
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
