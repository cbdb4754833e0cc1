"""Makes a failing program small.

Edits are tried many at a time, because a batch of programs costs little more than one: a statement is left out or
replaced by what it holds, a pattern by a smaller one, an expression by a part of itself or by a constant, a launch, a
cluster, a function or a variable is left out. Of a batch, all edits that keep the failure are made at once if that keeps
it too, else the best one.
"""

import copy
import math

from program import Expr, program_text
from statements import smaller_texts

WINDOW = 16
MOST_ROUNDS = 40
CONSTANTS = {"f32": "1.0f", "f64": "1.0", "bool": "true", "u32": "1u", "i32": "1", "u64": "1ull", "i64": "1ll"}


def bodies_of(program):
    """All lists of statements, outermost first."""
    todo = [program.body] + [function.body for function in program.functions]
    while todo:
        body = todo.pop(0)
        yield body
        for node in body:
            todo += node.bodies


def position(items, item):
    """By identity: equal statements are not the same one. None where another edit has taken it away."""
    return next((i for i, one in enumerate(items) if one is item), None)


# An edit is a function of `new`, which gives the copy of what it is given; the original is left alone.

def replace(items, old, fresh):
    def edit(new):
        i = position(new(items), new(old))
        if i is not None:
            new(items)[i:i + 1] = fresh(new)
    return edit


def drop_launches(program):
    for grid, block in program.launches:
        for smaller in dict.fromkeys([(1, 1, 1), program.cluster or grid, grid]):
            if len(program.launches) > 1 or math.prod(smaller) < math.prod(grid):
                yield lambda new, launch=(smaller, block): new(program).launches.__setitem__(slice(None), [launch])


def launch_plainly(program):
    """A kernel that asks for its cluster without being launched in one is a cluster by itself; one that waits for its
    grid must be launched together."""
    clusters = [(), (2, 1, 1)] if program.cluster else []
    fields = [("cluster", smaller) for smaller in clusters if smaller != program.cluster]
    fields += [(name, type(getattr(program, name))()) for name in ("cooperative", "dynamic", "most_threads")
               if getattr(program, name) and not (name == "cooperative" and "grid." in program_text(program))]
    for name, value in fields:
        yield lambda new, name=name, value=value: setattr(new(program), name, value)


def drop_statements(program):
    for body in bodies_of(program):
        for start, end in [(0, len(body)), (0, len(body) // 2), (len(body) // 2, len(body))]:
            if end - start > 1:
                def drop(new, body=body, part=body[start:end]):
                    for node in part:
                        replace(body, node, lambda new: [])(new)
                yield drop
    for body in bodies_of(program):
        for node in body:
            yield replace(body, node, lambda new: [])


def unwrap_statements(program):
    for body in bodies_of(program):
        for node in body:
            for inner in node.bodies:
                yield replace(body, node, lambda new, inner=inner: new(inner))


def shrink_patterns(program):
    for body in bodies_of(program):
        for node in body:
            if node.kind == "pattern":
                for text in smaller_texts(node.how["form"]):
                    yield lambda new, node=node, text=text: new(node).how.update(form=text)


def drop_functions(program):
    text = program_text(program)
    for function in program.functions:
        if text.count(function.name + "(") == 1:
            yield replace(program.functions, function, lambda new: [])


def drop_variables(program):
    for name in program.mixed:
        yield lambda new, name=name: new(program).mixed.remove(name)


def simplify_expressions(program):
    for body in bodies_of(program):
        for node in body:
            todo = [(node.exprs, expr) for expr in node.exprs]
            while todo:
                holder, expr = todo.pop()
                todo += [(expr.operands, operand) for operand in expr.operands]
                constant = CONSTANTS.get(expr.type)
                if constant and (expr.operands or not (expr.form == constant or expr.form[0].isdigit())):
                    yield replace(holder, expr, lambda new, e=expr, c=constant: [Expr(e.type, c)])
                parts = list(expr.operands)
                while parts:
                    part = parts.pop(0)
                    parts += part.operands
                    if part.type == expr.type:
                        yield replace(holder, expr, lambda new, part=part: [new(part)])


PHASES = [launch_plainly, drop_launches, drop_statements, unwrap_statements, shrink_patterns, drop_functions,
          drop_variables, simplify_expressions]


def edited(program, edits):
    memo = {}
    fresh = copy.deepcopy(program, memo)
    for edit in edits:
        edit(lambda old: memo[id(old)])
    return fresh


def size(program):
    return len(program_text(program))


def shrink(program, failing, note=lambda text: None):
    """`failing(programs)` says for each of them whether it still fails in the same way. Returns the small one."""
    for _ in range(MOST_ROUNDS):
        before = size(program)
        for phase in PHASES:
            start = 0
            while edits := list(phase(program))[start:start + WINDOW]:
                candidates = [edited(program, [edit]) for edit in edits]
                good = [i for i, fails in enumerate(failing(candidates)) if fails]
                if not good:
                    start += WINDOW
                    continue
                together = edited(program, [edits[i] for i in good]) if len(good) > 1 else None
                if together and failing([together])[0]:
                    program = together
                else:
                    program = min((candidates[i] for i in good), key=size)
                note(f"shrunk to {len(program_text(program).splitlines())} lines")
        if size(program) == before:
            break
    return program
