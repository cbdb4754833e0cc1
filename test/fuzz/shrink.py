"""Makes a failing program small.

One edit after the other is tried: a statement is left out or replaced by what it holds, an expression by a part of
itself or by a constant, a launch or a function is left out. Edits are tried many at a time, because a batch of
programs costs little more than one.
"""

import copy

from program import Expr, program_text

WINDOW = 24
MOST_ROUNDS = 60
CONSTANTS = {"f32": ["1.0f"], "f64": ["1.0"], "bool": ["true", "false"]}


def bodies_of(program):
    """All lists of statements, outermost first."""
    todo = [program.body] + [function.body for function in program.functions]
    while todo:
        body = todo.pop(0)
        yield body
        for node in body:
            todo += node.bodies


def expressions_of(program):
    """All places that hold an expression: (list, index)."""
    for body in bodies_of(program):
        for node in body:
            todo = [(node.exprs, i) for i in range(len(node.exprs))]
            while todo:
                holder, i = todo.pop()
                yield holder, i
                todo += [(holder[i].operands, j) for j in range(len(holder[i].operands))]


def drop_launches(program):
    for i in range(len(program.launches)):
        if len(program.launches) > 1:
            yield lambda p, i=i: p.launches.pop(i)
    for i, (grid, _) in enumerate(program.launches):
        if grid != (1, 1, 1):
            yield lambda p, i=i: p.launches.__setitem__(i, ((1, 1, 1), p.launches[i][1]))


def drop_statements(program):
    for b, body in enumerate(bodies_of(program)):
        for start, end in [(0, len(body)), (0, len(body) // 2), (len(body) // 2, len(body))]:
            if end - start > 1:
                yield lambda p, b=b, s=start, e=end: list(bodies_of(p))[b].__setitem__(slice(s, e), [])
    for b, body in enumerate(bodies_of(program)):
        for i in range(len(body)):
            yield lambda p, b=b, i=i: list(bodies_of(p))[b].pop(i)


def unwrap_statements(program):
    def unwrap(p, b, i, inner):
        body = list(bodies_of(p))[b]
        body[i:i + 1] = body[i].bodies[inner]
    for b, body in enumerate(bodies_of(program)):
        for i, node in enumerate(body):
            for inner in range(len(node.bodies)):
                yield lambda p, b=b, i=i, inner=inner: unwrap(p, b, i, inner)


def drop_functions(program):
    for i, function in enumerate(program.functions):
        if program_text(program).count(function.name + "(") == 1:
            yield lambda p, i=i: p.functions.pop(i)


def simplify_expressions(program):
    def put(p, place, expr):
        holder, i = list(expressions_of(p))[place]
        holder[i] = copy.deepcopy(expr)
    for place, (holder, i) in enumerate(expressions_of(program)):
        old = holder[i]
        if not old.operands and old.form[0].isdigit():
            continue
        constants = CONSTANTS.get(old.type, [f"static_cast<{c}>(1)" for c in ["unsigned"]] if old.type == "u32" else [])
        for form in constants:
            if old.form != form:
                yield lambda p, place=place, e=Expr(old.type, form): put(p, place, e)
        todo = list(old.operands)
        while todo:
            part = todo.pop(0)
            if part.type == old.type:
                yield lambda p, place=place, e=part: put(p, place, e)
            todo += part.operands


PHASES = [drop_launches, drop_statements, unwrap_statements, drop_functions, simplify_expressions]


def shrink(program, failing, note=lambda text: None):
    """`failing(programs)` says for each of them whether it still fails in the same way. Returns the small one."""
    for _ in range(MOST_ROUNDS):
        smaller = False
        for phase in PHASES:
            start = 0
            while True:
                edits = list(phase(program))[start:start + WINDOW]
                if not edits:
                    break
                candidates = []
                for edit in edits:
                    candidate = copy.deepcopy(program)
                    edit(candidate)
                    candidates.append(candidate)
                fails = failing(candidates)
                good = [candidate for candidate, bad in zip(candidates, fails) if bad]
                if good:
                    program = min(good, key=lambda p: len(program_text(p)))
                    smaller = True
                    note(f"shrunk to {len(program_text(program).splitlines())} lines")
                else:
                    start += WINDOW
        if not smaller:
            break
    return program
