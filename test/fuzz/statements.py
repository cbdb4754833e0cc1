"""The text of a pattern as statements, and smaller texts that are as free of races.

Threads wait for each other at the same places as before: what is left out leaves its barriers behind. A loop becomes
its first iteration. What others mention is not left out, and `while` loops, which end by what is in them, stay whole.
"""

import re
from dataclasses import dataclass, field

BARRIER = re.compile(r"(__syncthreads\(\)|__syncwarp\([^()]*\)|(?:grid|cluster)\.sync\(\)|"
                     r"(?:grid|cluster)\.barrier_wait\((?:grid|cluster)\.barrier_arrive\(\)\));")
DECLARATION = re.compile(r"(?:const|unsigned|int|float|double|bool|auto|signed|short|long|char)\b")


@dataclass
class Statement:
    """`head` is all of a simple statement; of others what stands before the bodies, which are lists of statements."""
    head: str
    bodies: list = field(default_factory=list)

    def text(self):
        bodies = ["{ " + text_of(body) + " }" for body in self.bodies]
        return " ".join([self.head] if self.head else []) + " " * bool(self.head and bodies) + " else ".join(bodies)

    def barriers(self):
        """One of each kind, in order."""
        return [Statement(text + ";") for text in dict.fromkeys(BARRIER.findall(self.text()))]

    def is_barrier(self):
        return BARRIER.fullmatch(self.head) is not None

    def names(self):
        """What it declares, roughly: all that is given a value."""
        return re.findall(r"\b(\w+)(?:\[\w*\])*\s*=[^=]", self.head) if DECLARATION.match(self.head) else []


def text_of(statements):
    return " ".join(statement.text() for statement in statements)


def parse(text):
    return Parser(text).statements()


class Parser:
    def __init__(self, text):
        self.text, self.at = text, 0

    def skip_spaces(self):
        while self.text[self.at:self.at + 1].isspace():
            self.at += 1

    def statements(self):
        found = []
        self.skip_spaces()
        while self.at < len(self.text) and self.text[self.at] != "}":
            found.append(self.statement())
            self.skip_spaces()
        return found

    def statement(self):
        start = self.at
        if self.text[start] == "{":
            return Statement("", [self.body()])
        if self.text[start] == "#":
            self.at = self.text.index("\n", start)
            return Statement("\n" + self.text[start:self.at] + "\n")
        keyword = re.match(r"(for|if|while)\s*\(", self.text[start:])
        if not keyword:
            self.pass_by(";")
            return Statement(self.text[start:self.at])
        self.at += keyword.end()
        self.pass_by(")")
        head = self.text[start:self.at]
        bodies = [self.body()]
        if keyword[1] == "while":
            return Statement(self.text[start:self.at])
        self.skip_spaces()
        if keyword[1] == "if" and re.match(r"else\b", self.text[self.at:]):
            self.at += len("else")
            bodies.append(self.body())
        return Statement(head, bodies)

    def body(self):
        self.skip_spaces()
        if self.text[self.at] != "{":
            return [self.statement()]
        self.at += 1
        found = self.statements()
        self.at += 1  # the }
        return found

    def pass_by(self, end):
        """Goes after the next `end` that no bracket encloses."""
        depth = 0
        while depth or self.text[self.at] != end:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(self.text[self.at], 0)
            self.at += 1
        self.at += 1


def first_iteration(head):
    """of `for (a; b; c)`: `if (a; b)`."""
    start, condition, _ = head[head.index("(") + 1:-1].split(";")
    return f"if ({start.strip()}; {condition.strip() or 'true'})"


def smaller_lists(statements):
    for i, one in enumerate(statements):
        before, after = statements[:i], statements[i + 1:]
        if one.is_barrier():
            if one in before[-1:]:
                yield before + after
            continue
        later = text_of(after)
        if not any(re.search(rf"\b{name}\b", later) for name in one.names()):
            yield before + one.barriers() + after
        if one.head.startswith("for"):
            yield before + [Statement(first_iteration(one.head), one.bodies)] + after
        if len(one.bodies) == 2:
            yield before + [Statement(one.head, one.bodies[:1])] + after
        for number, body in enumerate(one.bodies):
            for smaller in smaller_lists(body):
                bodies = one.bodies[:number] + [smaller] + one.bodies[number + 1:]
                yield before + [Statement(one.head, bodies)] + after


def smaller_texts(text):
    for statements in smaller_lists(parse(text)):
        yield text_of(statements)
