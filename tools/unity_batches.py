#!/usr/bin/env python3
"""unity_batches.py SOURCE...: prints a number for each source; those of the same number may be compiled as one file.

Two files may not where one of them has a name of its own (in an anonymous namespace, `static`, or a macro) that the
other says anywhere: the constants of one pass are not those of another. Nor may they where they make different
namespaces their own (`using namespace`), whose names may be the same. The text decides, as clang-format writes it:
what belongs to no function starts its line, and so does the end of a namespace."""

import dataclasses
import re
import sys

MOST_FILES = 10

COMMENT = re.compile(r"//.*")
ANONYMOUS_NAMESPACE = re.compile(r"^namespace \{\n(.*?)^\} +// namespace$", re.MULTILINE | re.DOTALL)
DECLARATION = re.compile(r"^[A-Za-z_].*", re.MULTILINE)
STATIC = re.compile(r"^static .*", re.MULTILINE)
USING = re.compile(r"^using namespace ([\w:]+)", re.MULTILINE)
MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)
# A type, a function, or variables, which have their initial values in the same line.
TYPE = re.compile(r"(?:struct|class|enum class|enum|union|using) (\w+)")
FUNCTION = re.compile(r"[^=]*?(?<![:\w])(\w+)\(")
VARIABLE = re.compile(r"\b([A-Za-z]\w*)(?:\[\w*\])?(?= =|\{|;$)")
WORD = re.compile(r"[A-Za-z_]\w*")


@dataclasses.dataclass
class Names:
    own: set
    all: set
    namespaces: set

    def clash(self, other):
        return self.own & other.all or other.own & self.all or self.namespaces != other.namespaces


def names_of(path):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    declarations = STATIC.findall(text)
    for namespace in ANONYMOUS_NAMESPACE.findall(text):
        declarations += DECLARATION.findall(namespace)
    own = set(MACRO.findall(text))
    for line in declarations:
        first = TYPE.match(line) or FUNCTION.match(line)
        own.update([first[1]] if first else VARIABLE.findall(line))
    return Names(own, set(WORD.findall(COMMENT.sub("", text))), set(USING.findall(text)))


def main():
    batches = []
    for names in map(names_of, sys.argv[1:]):
        free = (number for number, batch in enumerate(batches)
                if len(batch) < MOST_FILES and not any(map(names.clash, batch)))
        number = next(free, len(batches))
        if number == len(batches):
            batches.append([])
        batches[number].append(names)
        print(number)


if __name__ == "__main__":
    main()
