# The tables of docs/performance.md as curves. From the project's root: gnuplot docs/pictures/performance.gp
set terminal svg size 960,330 font "sans-serif,12" background "#ffffff"
set output "docs/pictures/performance.svg"
set multiplot layout 1,3
set yrange [0:*]
set border 3
set tics nomirror out
set grid ytics lc rgb "#dddddd" lt 1
unset key
set ylabel "ns a packet"
table(title) = sprintf("< awk -F'|' '/^### / { on = ($0 == \"### %s\") } on && $2 ~ /^ *[0-9]+ *$/ { print $2, $3 }' docs/performance.md", title)
set xlabel "subscribers"
set xrange [900:150000]
set logscale x
set xtics ("1k" 1000, "4k" 4000, "16k" 16000, "64k" 64000, "128k" 128000) font ",10"
plot table("By the number of subscribers") with linespoints lw 2.5 pt 7 lc rgb "#0072b2"
set xlabel "length of a window, µs"
set xrange [40:1250]
set xtics (50, 100, 200, 500, 1000) font ",12"
plot table("By the length of a window") with linespoints lw 2.5 pt 7 lc rgb "#009e73"
unset logscale x
set xlabel "load, % of the links"
set xrange [45:130]
set xtics (50, 75, 99, 125)
plot table("By load") with linespoints lw 2.5 pt 7 lc rgb "#d55e00"
unset multiplot
