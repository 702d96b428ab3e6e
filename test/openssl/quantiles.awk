# Read before the programs of cost.sh and handshakes.sh.
function ascending(list, n,    j, k, swap) {
    for (j = 2; j <= n; j++) for (k = j; k > 1 && list[k] < list[k - 1]; k--) {
        swap = list[k]; list[k] = list[k - 1]; list[k - 1] = swap
    }
}
function quantile(list, n, q,    at, low) {
    at = 1 + (n - 1) * q; low = int(at)
    return list[low] + (at - low) * (list[low < n ? low + 1 : n] - list[low])
}
# "median (quartiles)" of list[1..n], which is sorted.
function spread(list, n, digits) {
    ascending(list, n)
    return sprintf("%.*f (%.*f to %.*f)", digits, quantile(list, n, 0.5), digits, quantile(list, n, 0.25), digits,
                   quantile(list, n, 0.75))
}
