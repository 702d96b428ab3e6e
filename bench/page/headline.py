"""What is fastest at what, on each core: the first thing on the page. own.js does the same for a file of the reader."""
import documents
import families

from . import data, svg

LEVELS = {"level 1, 2": (1, 2), "level 3": (3,), "level 5": (5,)}
USABLE = ("standard", "candidate")
ROWS = {"keypair": "key pair", "sign": "sign", "verify": "verify"}
SMALLEST = "smallest public key + signature"


def ranked(sets, values, levels):
    """[(value, set)] of those of these levels that one may use, the least first."""
    return sorted((values[name], name) for name, a in sets.items()
                  if a["level"] in levels and a["status"] in USABLE and name in values)


def next_family(order):
    """(set, how many times as much it takes) of the best of another family, or None."""
    best, first = order[0]
    return next(((name, value / best) for value, name in order
                 if families.family(name) != families.family(first)), None)


def beside(results, core, backend, alg, operation):
    """(peer, how many times as much it takes, the smaller ratio first) of the strongest other implementation."""
    if alg in documents.of_ml_dsa(results) and core in [choice[1] for choice in documents.CHOICES]:
        ratios = documents.least(results, core, backend, alg, operation)
        return " or ".join(dict.fromkeys(whose for *_, whose in ratios)), [ratio[:2] for ratio in ratios]
    peer = results.strongest(alg, operation, backend, core=core)
    return (peer["peer"], results.ratios(alg, operation, backend, peer, core)) if peer else None


def cell(order, unit, other=None):
    if not order:
        return "<td>none"
    value, name = order[0]
    lines = [f"<b>{svg.text(name)}</b> <span>{value:,.0f} {svg.text(unit)}</span>"]
    if other:
        ratios = ", ".join(f"{documents.times(ratio)}× {what}" for ratio, what in other[1])
        lines.append(f"<small>{svg.text(other[0])}: {ratios}</small>")
    following = next_family(order)
    if following:
        lines.append(f"<small>then {svg.text(following[0])}: {documents.times(following[1])}×</small>")
    return "<td>" + "".join(lines)


def table(machine, results, core):
    """The table of a core, by its model."""
    backend, rows = machine.chosen(core), []
    for operation, label in ROWS.items():
        values = {name: r["modelled"][core] for (name, o, b), r in machine.results.items()
                  if (o, b) == (operation, backend) and core in r.get("modelled", {})}
        cells = []
        for levels in LEVELS.values():
            order = ranked(machine.sets, values, levels)
            cells.append(cell(order, "cycles", order and beside(results, core, backend, order[0][1], operation)))
        rows.append((label, cells))
    sizes = {name: a["public_key_bytes"] + a["signature_bytes"] for name, a in machine.sets.items()}
    rows.append((SMALLEST, [cell(ranked(machine.sets, sizes, levels), "bytes") for levels in LEVELS.values()]))
    caption = (f"Fastest on {data.core_name(core)}: neosig's {backend}, in modelled cycles, which are no measurement")
    head = "".join(f"<th scope=col>{label}" for label in LEVELS)
    body = "".join(f"<tr><th scope=row>{label}{''.join(cells)}" for label, cells in rows)
    return (f"<table class=headline><caption>{svg.text(caption)}</caption><thead><tr><td>{head}</thead>"
            f"<tbody>{body}</table>")


def first_screen(machine, results):
    """The switch, and a table for each core of the data."""
    choices = "".join(f'<label><input type=radio name=core value="{core}"{" checked" if i == 0 else ""}>'
                      f"<span>{svg.text(data.core_name(core))}</span></label>" for i, core in enumerate(machine.cores))
    tables = "".join(f'<div class="scroll on" data-core="{core}" tabindex=0 role=region '
                     f'aria-label="fastest on {svg.text(data.core_name(core))}">{table(machine, results, core)}</div>'
                     for core in machine.cores)
    switch = "".join(f'main:not(:has([value="{core}"]:checked)) [data-core="{core}"]{{display:none}}\n'
                     for core in machine.cores)
    return f"""<section id=fastest>
<form id=core aria-label="Core"><fieldset><legend>On</legend>{choices}
<label class=script hidden for=file><span>my own file</span></label></fieldset>
<input class=script hidden id=file type=file accept=".json,application/json" multiple>
<output id=faults role=alert></output></form>
{tables}
<p class=note>Of standards and candidates. Under each stands how many times as many instructions and modelled cycles the
strongest other implementation takes, the smaller ratio first, and then the best set of another scheme.</p>
</section>
""", switch
