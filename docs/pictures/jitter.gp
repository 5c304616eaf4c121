# Figures 29 to 31 as simulated, and the cure. From the project's root, after
#   ./qoslab run scenarios/intserv-diffserv --out results
# gnuplot -e "results='results'" docs/pictures/jitter.gp      (Debian: gnuplot-nox)
set terminal svg size 860,430 font "sans-serif,13" background "#ffffff"
set output "docs/pictures/jitter.svg"
set title "Jitter of one VoIP call under the same load (RFC 3550, mean of each second)" font ",15"
set xlabel "time, s"
set ylabel "jitter, ms"
set yrange [0:*]
set xrange [20:140]
set key outside bottom center horizontal samplen 3
set border 3
set tics nomirror out
set grid ytics lc rgb "#dddddd" lt 1
voice(file) = sprintf("< awk -F, '$2 == \"voice\" && $3 == \"jitter_mean_ms\" { print $1, $4 }' %s/%s/series.csv", results, file)
ef(file) = sprintf("< awk -F, '$2 == \"voice\" && $3 == \"jitter_mean_ms\" && /EF/ { print $1, $4 }' %s/%s/series.csv", results, file)
plot voice("table4-best-effort") with lines lw 2.5 dt 1 lc rgb "#0072b2" title "best effort, FIFO", \
     voice("table4-intserv-cntl") with lines lw 2.5 dt 2 lc rgb "#009e73" title "IntServ, Controlled Load", \
     ef("table4-diffserv") with lines lw 2.5 dt 4 lc rgb "#d55e00" title "DiffServ, EF through CBQ", \
     voice("ef-hfsc") with lines lw 2.5 dt 5 lc rgb "#cc79a7" title "DiffServ, EF through HFSC"
