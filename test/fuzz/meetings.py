"""Lanes that meet with masks of their own, pass by where others meet, and return, nested and in loops.

Which lanes go where is a function of the lane and of the loop's counter, so it is known here: each program is
tried on a model of a warp whose lanes run by themselves, and taken when all of them come to their end. On the
thread engine they then do. The warp engine may stop where lanes meet that are in different places; where they
are not, there is an order of blocks by which they would all be there.
"""

from program import WRITERS, Node

ALL = 0xffffffff
OPERATIONS = {  # by name: the text, and the types of its operands; M is the mask
    "ballot": ("h = mix(h, __ballot_sync(M, {0}));", "bool"),
    "any": ("u0 += __any_sync(M, {0}) + 2u;", "bool"),
    "all": ("u1 ^= __all_sync(M, {0}) * 5u;", "bool"),
    "shuffle": ("{{ const unsigned here = __ballot_sync(M, true); "
                "u1 += __shfl_sync(M, {0}, pick(here, {1})); }}",
                "u32 u32"),
    "reduce": ("u0 ^= __reduce_add_sync(M, {0});", "u32"),
    "match": ("u2 ^= __match_any_sync(M, {0} & 3u);", "u32"),
    "sync": ("__syncwarp(M);", ""),
    "barrier": ("__syncthreads();", ""),
    "count": ("h = mix(h, __syncthreads_count({0}));", "bool")}
OF_BLOCKS = {"barrier", "count"}
# Parts of a mask, each lane's own: how they are written, and which they are.
PARTS = {"1u << lane": lambda lane: 1 << lane, "3u << (lane & ~1u)": lambda lane: 3 << (lane & ~1),
         "15u << (lane & ~3u)": lambda lane: 15 << (lane & ~3),
         "0xffffu << (lane & 16u)": lambda lane: 0xffff << (lane & 16),
         "0x55555555u << (lane & 1u)": lambda lane: 0x55555555 << (lane & 1)}
# Conditions: how they are written where they do not depend on a counter, and for which lanes they hold.
SETS = ([(f"lane < {n}u", (1 << n) - 1) for n in (1, 5, 8, 16, 31)]
        + [(f"lane == {n}u", 1 << n) for n in (0, 2, 13, 31)]
        + [(f"(lane & {n}u) != 0", sum(1 << i for i in range(32) if i & n)) for n in (1, 2, 4, 8, 16, 24)])


def rotated(lanes, by):
    return (lanes >> by % 32 | lanes << (32 - by % 32)) & ALL


# ---- how it is written

class Known:
    """What a writer knows at some place: variables that hold lanes, the innermost loop's counter, and the
    variable that holds the lanes in that loop."""

    def __init__(self, masks, counter=None, inside=None):
        self.masks, self.counter, self.inside = masks, counter, inside


def known_by(out):
    if not hasattr(out, "known"):
        out.known = Known(["m"])
    return out.known


def condition_text(condition, known):
    if known.counter and condition["step"]:
        return f"({condition['lanes']}u >> ((lane + {condition['step']}u * {known.counter}) & 31u) & 1u) != 0"
    return condition["text"]


def lanes_text(condition, known):
    if known.counter and condition["step"]:
        lanes = f"{condition['lanes']}u"
        return f"__funnelshift_r({lanes}, {lanes}, {condition['step']}u * {known.counter})"
    return f"{condition['lanes']}u"


def mask_text(how, known):
    name = known.masks[min(how["of"], len(known.masks) - 1)]
    if how["of"] == 0 and how["whole"]:
        name = "0xffffffffu"
    return f"({name} & ({how['part']}))" if how["part"] else name


def write_side(out, nodes, known):
    saved, out.known = known_by(out), known
    out.body(nodes)
    out.known = saved


def write_split(out, node, exprs):
    known, condition = known_by(out), node.how["condition"]
    taken, rest, around = out.fresh("m"), out.fresh("m"), known.masks[-1]
    text = condition_text(condition, known)
    if node.how["votes"]:
        out.line(f"unsigned {taken} = __ballot_sync({mask_text(node.how['mask'], known)}, {text});")
    else:
        out.line(f"unsigned {taken} = {around} & {lanes_text(condition, known)};")
    out.line(f"unsigned {rest} = {around} & ~{taken};")
    for side, mask, begin in zip(node.bodies, (taken, rest), (f"if ({text}) {{", "} else {")):
        out.line(begin)
        write_side(out, side, Known(known.masks + [mask], known.counter, known.inside))
    out.line("}")


def write_rounds(out, node, exprs):
    known = known_by(out)
    counter, inside, here = out.fresh("r"), out.fresh("m"), out.fresh("m")
    first, second = node.how["longer"]
    out.line(f"unsigned {inside} = {known.masks[-1]};")
    if node.how["stays"]:
        out.line("#pragma unroll 1")
    limit = f"{node.how['rounds']}u"
    if first:
        limit += f" + ({first}u >> lane & 1u) + ({second}u >> lane & 1u)"
    out.line(f"for (unsigned {counter} = 0; {counter} < {limit}; ++{counter}) {{")
    if first:
        rounds = node.how["rounds"]
        out.line(f"  {inside} &= {counter} < {rounds}u ? ~0u : "
                 f"{counter} < {rounds + 1}u ? {first | second}u : {first & second}u;")
    out.line(f"  unsigned {here} = {inside};")
    write_side(out, node.bodies[0], Known(known.masks + [here], counter, inside))
    out.line("}")


def write_quit(out, node, exprs):
    """Leaves the loop, or goes on to its next round."""
    known = known_by(out)
    if not known.inside:
        return
    text, lanes = condition_text(node.how["condition"], known), lanes_text(node.how["condition"], known)
    out.line(f"if ({text}) {node.how['word']};")
    # Who goes on with the next round does not know who leaves on another side of a branch.
    for mask in [known.inside] * (node.how["word"] == "break") + [known.masks[-1]]:
        out.line(f"{mask} &= ~{lanes};")


def write_meet(out, node, exprs):
    text = OPERATIONS[node.how["operation"]][0].replace("M", mask_text(node.how["mask"], known_by(out)))
    out.line(text.format(*exprs))


def write_leave(out, node, exprs):
    text = condition_text(node.how["condition"], known_by(out)) if node.how["condition"] else "true"
    out.line(f"if ({text}) {{ {'out[gid] = h; ' if node.how['stores'] else ''}return; }}")


WRITERS.update({"split": write_split, "rounds": write_rounds, "quit": write_quit, "meet": write_meet,
                "leave": write_leave})


# ---- what happens in it

class Lane:
    """A lane that runs by itself. Its masks are values of its own."""

    def __init__(self, number):
        self.number = number

    def holds(self, condition, counter):
        by = condition["step"] * counter if counter is not None else 0
        return rotated(condition["lanes"], by) >> self.number & 1

    def mask(self, how, masks):
        value = masks[min(how["of"], len(masks) - 1)][0]
        if how["of"] == 0 and how["whole"]:
            value = ALL
        return value & (PARTS[how["part"]](self.number) & ALL if how["part"] else ALL)

    def run(self, nodes, masks, path, inside):
        """Yields (place, operation, mask, vote), and is sent the lanes that vote for it. Returns how it goes
        on. Masks are lists of one value, because they change; `path` are the counters around."""
        counter = path[-1] if path else None
        for node in nodes:
            how = node.how
            if node.kind == "meet":
                yield (id(node), path), how["operation"], self.mask(how["mask"], masks), None
            elif node.kind == "leave":
                if not how["condition"] or self.holds(how["condition"], counter):
                    return "return"
            elif node.kind == "quit":
                if inside is None:
                    continue
                if self.holds(how["condition"], counter):
                    return how["word"]
                lanes = rotated(how["condition"]["lanes"], how["condition"]["step"] * counter)
                if how["word"] == "break":
                    inside[0] &= ~lanes
                masks[-1][0] &= ~lanes
            elif node.kind == "split":
                condition, around = how["condition"], masks[-1][0]
                holds = self.holds(condition, counter)
                taken = around & rotated(condition["lanes"], condition["step"] * (counter or 0))
                if how["votes"]:
                    taken = yield (id(node), path), "ballot", self.mask(how["mask"], masks), holds
                side = 0 if holds else 1
                own = [around & ~taken if side else taken]
                end = yield from self.run(node.bodies[side], masks + [own], path, inside)
                if end:
                    return end
            elif node.kind == "rounds":
                first, second = how["longer"]
                within, rounds = [masks[-1][0]], how["rounds"]
                for i in range(rounds + (first >> self.number & 1) + (second >> self.number & 1)):
                    if first:
                        longer = first | second if i < rounds + 1 else first & second
                        within[0] &= ALL if i < rounds else longer
                    end = yield from self.run(node.bodies[0], masks + [[within[0]]], path + (i,), within)
                    if end == "return":
                        return end
                    if end == "break":
                        break
        return None


def try_lanes(body, existing):
    """How a warp of these lanes ends: "stuck", "wrong", "apart" when lanes have met that were in different
    places, or "together"."""
    waiting, apart, steps = {}, False, 0

    def advance(lane, run, received):
        try:
            waiting[lane.number] = (lane, run, run.send(received))
        except StopIteration:
            pass

    for number in range(32):
        if existing >> number & 1:
            lane = Lane(number)
            advance(lane, lane.run(body, [[existing]], (), None), None)
    while waiting:
        steps += 1
        ready = None
        for lane, _, (_, operation, mask, _) in waiting.values():
            if operation in OF_BLOCKS:
                group = [other for other in waiting.values() if other[2][1] in OF_BLOCKS]
                complete = len(group) == len(waiting)
            else:
                if not mask >> lane.number & 1:
                    return "wrong"
                group = [other for other in waiting.values()
                         if other[2][2] == mask and other[2][1] not in OF_BLOCKS]
                complete = len(group) == sum(mask >> number & 1 for number in waiting)
            if len({other[2][1] for other in group}) > 1:
                return "wrong"
            if complete:
                ready = group
                break
        if not ready or steps > 2000:
            return "stuck"
        apart_here = len({what[0] for _, _, what in ready}) > 1
        apart |= apart_here
        # What the others vote for is not known.
        if apart_here and any(what[3] is not None for _, _, what in ready):
            return "wrong"
        votes = sum((what[3] or 0) << lane.number for lane, _, what in ready)
        for lane, run, _ in ready:
            del waiting[lane.number]
        for lane, run, _ in ready:
            advance(lane, run, votes)
    return "apart" if apart else "together"


# ---- random ones

class Meetings:
    def __init__(self, generator, random):
        self.generator, self.random = generator, random

    def chance(self, probability):
        return self.random.random() < probability

    def condition(self):
        text, lanes = self.random.choice(SETS)
        if self.chance(0.3):
            lanes = self.random.getrandbits(32) & self.random.choice([ALL, self.random.getrandbits(32)])
            text = f"({lanes}u >> lane & 1u) != 0"
        return {"text": text, "lanes": lanes, "step": self.random.choice([0, 0, 1, 3, 11])}

    def mask(self, depth):
        of = depth if self.chance(0.55) else self.random.choice([0, 0, self.random.randint(0, depth)])
        part = self.random.choice(list(PARTS)) if self.chance(0.25) else None
        return {"of": of, "part": part, "whole": self.chance(0.5)}

    def meet(self, depth, loops):
        operation = self.random.choice(list(OPERATIONS) + ["ballot", "ballot", "sync", "shuffle"])
        exprs = [self.generator.expr(type_, 1) for type_ in OPERATIONS[operation][1].split()]
        return Node("meet", exprs, [], {"operation": operation, "mask": self.mask(depth)})

    def leave(self, depth, loops):
        return Node("leave", [], [], {"condition": self.condition() if self.chance(0.6) else None,
                                      "stores": self.chance(0.6)})

    def quit(self, depth, loops):
        if not loops:
            return self.meet(depth, loops)
        return Node("quit", [], [], {"condition": self.condition(),
                                     "word": self.random.choice(["break", "continue"])})

    def split(self, depth, loops):
        sides = [self.body(depth + 1, loops), self.body(depth + 1, loops) if self.chance(0.6) else []]
        if self.chance(0.4):
            self.random.choice(sides).append(self.leave(depth + 1, loops))
        return Node("split", [], sides, {"condition": self.condition(), "votes": self.chance(0.3),
                                         "mask": self.mask(depth)})

    def rounds(self, depth, loops):
        first, second = self.random.choice([(0, 0), (0, 0), (0xf0f0f0f0, 0xff), (0xaaaaaaaa, 0xcccccccc)])
        return Node("rounds", [], [self.body(depth + 1, loops + 1)],
                    {"rounds": self.random.choice([1, 2, 3, 3]), "longer": (first, second),
                     "stays": self.chance(0.6)})

    def plain(self, depth, loops):
        return self.random.choice([self.generator.assignment, self.generator.checkpoint, self.generator.store,
                                   self.generator.atomic])(None)

    def body(self, depth, loops):
        choices = [(self.meet, 5), (self.plain, 3), (self.leave, 1.2), (self.quit, 1 if loops else 0)]
        if depth < 4:
            choices += [(self.split, 4)] + [(self.rounds, 1.5)] * (loops < 2)
        functions, weights = zip(*choices)
        return [self.random.choices(functions, weights)[0](depth, loops)
                for _ in range(self.random.randint(2, 4) if depth == 0 else self.random.randint(1, 3))]


def meeting_body(generator, random, warps):
    """The statements of a kernel, and where its lanes meet: "apart", some of them, which lanes in step
    cannot; or "order", if only all sides are run in the right one. `warps` are the lanes that its warps
    have."""
    meetings = Meetings(generator, random)
    while True:
        body = meetings.body(0, 0)
        if not all(any(node.contains(kind) for node in body) for kind in ("leave", "split")):
            continue
        ends = {try_lanes(body, existing) for existing in warps}
        if not ends & {"stuck", "wrong"}:
            return body, "apart" if "apart" in ends else "order"
