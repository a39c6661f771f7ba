# Textes de la fenêtre. Ordre et clés comme dans en.ftl.

## Counts
count-steps = { $count ->
    [one] { $number } pas
   *[other] { $number } pas
}

## Bottom bar
bar-tools = Outils
bar-tools-name = outils : simulation fantôme, comparaisons
bar-stopped = Arrêtée : { $why }
bar-stopped-help = Retour arrière pour recommencer ; un dt ou un K_E plus petit suffit souvent.
bar-compare = Comparer les lois
bar-compare-tip = simuler la même scène avec d’autres lois, au même pas
bar-bench = Banc d’essai
bar-bench-tip = un contact, entraîné avec chaque loi
bar-lesson = Leçon
bar-explore = Explorer
bar-debug = Diagnostic
bar-layout = disposition : ce que montre la fenêtre
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
bar-forward-frame = Avancer d’une image : { $steps }
bar-back-10 = Reculer de 10 pas · Page haut
bar-start = Au début · Début
bar-end = Au dernier pas calculé · Fin
bar-unmark = Supprimer ce signet · M
bar-mark = Mettre un signet ici · M
bar-bookmark = Signet : { $time }
bar-next-bookmark = Signet suivant · Maj + M
bar-record = Enregistrer la simulation (Ctrl + Maj + R)
bar-truncated = tronqué : valable jusqu’au pas { $step }
bar-imported-by = importé par stickslip { $build }
bar-recorded-by = enregistré par stickslip { $build }
bar-edit-branches = une modification ouvre une nouvelle branche
bar-imported = simulation importée
bar-replay = relecture
bar-cut = { $name } (tronquée)
bar-diverged = DIVERGENCE au pas { $step }
bar-diverged-tip = À partir de ce pas, l’état diffère de celui enregistré ou déjà calculé : autre version du programme, ou défaut matériel.
bar-ghost = Fantôme Δt/10
bar-ghost-tip = lancer ici une simulation fantôme au dixième du pas de temps : toute différence est une erreur de pas
bar-apart = écart { $distance }
bar-catching-up = (rattrapage)
bar-ghost-fine = fantôme Δt/10
bar-ghost-old = fantôme
bar-ghost-fine-tip = la même simulation depuis { $from } avec Δt/{ $fine }, en pâle ; écart : la plus grande distance d’un corps à son fantôme
bar-ghost-old-tip = le futur avant la modification à { $from }, en pâle ; écart : la plus grande distance d’un corps à son fantôme
bar-swap = passer à la simulation fantôme ; celle-ci devient le fantôme
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
bar-ended-tip = Lecture : continuer
bar-paused-tip = Espace : lecture
bar-behind = Les pas sont trop lents pour la vitesse choisie : la lecture ralentit, aucun pas n’est sauté.
bar-pace-tip = secondes simulées par seconde
