#!/usr/bin/env python3
"""Tests of the shrinker, without a compiler: what fails is what has a certain word in its text."""

import argparse
import random
import unittest

import exchanges
import patterns
from generate import generate
from program import program_text, synchronisations
from shrink import shrink
from statements import parse, smaller_texts, text_of

OPTIONS = argparse.Namespace(depth=3, calls=0.5, recursion=0.2, barriers=0.35, maths=False, gpu=False, features="")


def texts():
    """Of all patterns, some with each of their choices."""
    choose = random.Random(1).choice
    for pattern in (patterns.OF_BLOCKS + patterns.ANYWHERE + patterns.MATHS + [patterns.rows] + exchanges.OF_BLOCKS
                    + exchanges.OF_CLUSTERS + exchanges.OF_GRIDS):
        for _ in range(20):
            yield pattern(lambda *choices: choose(choices))[0]


class Synchronisations(unittest.TestCase):
    """Which ones a program may be tried without, where something has to be found then."""

    def barriers(self, text):
        return [text[:one.start()].count("\n") + 1 for one in synchronisations(text)]

    def test_between_plain_accesses(self):
        self.assertEqual(self.barriers("a[tid] = 1;\n__syncthreads();\nu0 = a[0];"), [2])
        self.assertEqual(self.barriers("atomicExch(&a[0], 1u);\n__syncthreads();\nu0 = a[0];"), [2])
        self.assertEqual(self.barriers("atomicExch(&a[0], f(b[1]));\n__syncthreads();\nfunction_1(a);"), [2])

    def test_not_between_atomic_accesses(self):
        self.assertEqual(self.barriers("atomicExch(&a[0], 1u);\n__syncthreads();\nu0 = look(&a[in.u32[1]]);"), [])
        self.assertEqual(self.barriers("auto root = [&](unsigned x) { return look(&a[x]); };\natomicAdd(&a[0], 1u);\n"
                                       "__syncthreads();\nu0 = root(1);"), [])
        self.assertEqual(self.barriers("auto root = [&](unsigned x) { return a[x]; };\natomicAdd(&a[0], 1u);\n"
                                       "__syncthreads();\nu0 = root(1);"), [3])

    def test_not_at_the_end_of_a_loop_of_atomic_accesses(self):
        self.assertEqual(self.barriers("while (look(&a[0])) {\nshow(&a[0], 0u);\n__syncthreads();\n}\nh = mix(h, 1u);"), [])
        self.assertEqual(self.barriers("while (look(&a[0])) {\na[0] = 0u;\n__syncthreads();\n}\nh = mix(h, 1u);"), [3])

    def test_not_beside_each_other(self):
        self.assertEqual(self.barriers("a[0] = 1;\n__syncthreads();\n__syncthreads();\nu0 = a[0];"), [])


def without_braces(text):
    return "".join(text.replace("{", "").replace("}", "").split())


def barriers(text):
    return {str(barrier) for one in parse(text) for barrier in one.barriers()}


def shrunk(features, seed, word):
    OPTIONS.features = features
    program = generate(seed, OPTIONS)
    if word not in program_text(program):
        return None
    return shrink(program, lambda candidates: [word in program_text(one) for one in candidates])


class StatementsTest(unittest.TestCase):
    def test_only_braces_are_added(self):
        for text in texts():
            self.assertEqual(without_braces(text_of(parse(text))), without_braces(text))

    def test_barriers_stay(self):
        for text in texts():
            for smaller in smaller_texts(text):
                self.assertEqual(barriers(smaller), barriers(text), smaller)

    def test_what_others_mention_stays(self):
        self.assertEqual(list(smaller_texts("const unsigned x = 1, y = 2; f(y);")), ["const unsigned x = 1, y = 2;"])

    def test_a_loop_becomes_its_first_iteration(self):
        self.assertIn("if (unsigned i = tid; i < n) { if (i) { f(i); } }",
                      smaller_texts("for (unsigned i = tid; i < n; i += 32) if (i) f(i);"))

    def test_a_loop_leaves_its_barriers(self):
        self.assertIn("__syncthreads(); f();", smaller_texts("for (;;) { g(); __syncthreads(); } f();"))

    def test_one_of_two_barriers_is_enough(self):
        self.assertEqual(list(smaller_texts("__syncthreads(); __syncthreads();")), ["__syncthreads();"])

    def test_while_loops_stay_whole(self):
        self.assertEqual(list(smaller_texts("while (n < 5) { f(); ++n; }")), [""])


class ShrinkTest(unittest.TestCase):
    def shrinks(self, features, word, most_statements):
        programs = [program for seed in range(20) if (program := shrunk(features, seed, word))]
        self.assertTrue(programs)
        for program in programs:
            with self.subTest(program=program.name):
                self.assertIn(word, program_text(program))
                self.assertEqual(len(program.launches), 1)
                self.assertEqual(program.launches[0][0], (1, 1, 1))
                self.assertEqual((program.cluster, program.dynamic), ((), ""))
                self.assertEqual(program.cooperative, "grid." in program_text(program))
                self.assertFalse(program.functions)
                self.assertEqual(len(program.body), 1)
                self.assertLessEqual(len(parse(program.body[0].how["form"])), most_statements)

    def test_patterns(self):
        self.shrinks("patterns", "atomicAdd(&bins", 4)

    def test_clusters(self):
        self.shrinks("clusters", "cluster.map_shared_rank", 4)

    def test_cooperative_launches(self):
        self.shrinks("grids,exchanges", "stream.meeting", 4)

    def test_exchanges(self):
        self.shrinks("exchanges", "= keys_", 5)

    def test_without_a_synchronisation(self):
        """The last one is left out of a program of which few remain."""
        OPTIONS.features = "patterns"
        smaller = 0
        for seed in range(10):
            program = generate(seed, OPTIONS)
            count = len(synchronisations(program_text(program)))
            if count:
                program.left_out = count - 1
                small = shrink(program, lambda candidates: ["__syncthreads" in program_text(one) for one in candidates])
                smaller += len(program_text(small)) < len(program_text(program))
        self.assertTrue(smaller)


if __name__ == "__main__":
    unittest.main()
