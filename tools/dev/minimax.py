#!/usr/bin/env python3
"""Coefficients of the device library's polynomials: minimax approximations.

Prints them as the sources in src/device have them, with the error that is left after rounding them to the
format they are used in. Needs python3-mpmath; only who changes a polynomial runs it.
"""
import struct
from mpmath import mp, mpf, matrix, lu_solve, exp, log, sin, cos, pi, sqrt

mp.prec = 160


def to_float(x):
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def to_double(x):
    return mpf(float(x))


def fit(function, weight, low, high, fixed, degree):
    """The coefficients beyond `fixed` with the least max |weight(x) * (p(x) - function(x))| on [low, high].

    Lawson's algorithm: least squares, in which points with large errors count more and more.
    """
    points = [low + (high - low) * (1 - cos(pi * (i + mpf("0.5")) / 80)) / 2 for i in range(80)]
    first, count = len(fixed), degree + 1 - len(fixed)
    weights = [weight(x) for x in points]
    rest = [function(x) - horner(fixed, x) for x in points]
    powers = [[x ** (first + k) for k in range(count)] for x in points]
    importance = [mpf(1)] * len(points)
    best, least = None, mp.inf
    for _ in range(25):
        system, right = matrix(count, count), matrix(count, 1)
        for i, row in enumerate(powers):
            w = importance[i] * weights[i] ** 2
            for k in range(count):
                right[k] += w * row[k] * rest[i]
                for j in range(k, count):
                    system[k, j] += w * row[k] * row[j]
        for k in range(count):
            for j in range(k):
                system[k, j] = system[j, k]
        solution = list(lu_solve(system, right))
        errors = [abs(weights[i] * (sum(c * p for c, p in zip(solution, row)) - rest[i]))
                  for i, row in enumerate(powers)]
        if max(errors) < least:
            best, least = solution, max(errors)
        total = sum(e * i for e, i in zip(errors, importance)) or mpf(1)
        importance = [max(e * i / total * len(points), mpf(10) ** -8) for e, i in zip(errors, importance)]
    return best


def horner(coefficients, x):
    value = mpf(0)
    for c in reversed(coefficients):
        value = value * x + c
    return value


def report(name, function, weight, low, high, degree, to_format=to_float):
    low, high = mpf(low), mpf(high)
    # The first ones are rounded one by one: the others make up for what rounding took.
    fixed = []
    for _ in range(min(2, degree)):
        fixed.append(to_format(fit(function, weight, low, high, fixed, degree)[0]))
    fixed += [to_format(c) for c in fit(function, weight, low, high, fixed, degree)]
    grid = [low + (high - low) * i / 700 for i in range(701)]
    error = max(abs(weight(x) * (horner(fixed, x) - function(x))) for x in grid if x != 0)
    digits = 'f' if to_format is to_float else ''
    print(f"// {name}: 2^{float(log(error, 2)):.1f}")
    print("  ", ", ".join(float(c).hex().replace("0000000p", "p") + digits for c in fixed))


half_ln2 = log(2) / 2 * mpf("1.0005")
half_log10_2 = log(2) / log(10) / 2 * mpf("1.0005")

def exp_rest(x):  # (e^x - 1 - x) / x^2
    return sum(x**k / mp.factorial(k + 2) for k in range(25))

def power_rest(base):  # (base^x - 1) / x
    return lambda x: sum(log(base) ** (k + 1) * x**k / mp.factorial(k + 1) for k in range(40))

def log_rest(scale):  # (scale * log(1 + x) - scale * x) / x^2
    return lambda x: scale * (-mpf(1) / 2 if abs(x) < mpf("1e-25") else (mp.log1p(x) - x) / x**2)

def sin_rest(x):  # of z = x^2: (sin x - x) / x^3
    return sum((-1) ** (k + 1) * x**k / mp.factorial(2 * k + 3) for k in range(15))

def cos_rest(x):  # (cos x - 1 + x^2/2) / x^4
    return sum((-1) ** k * x**k / mp.factorial(2 * k + 4) for k in range(15))

def sinpi_rest(x):  # (sin(pi x) - pi x) / x^3
    return sum((-1) ** (k + 1) * pi ** (2 * k + 3) * x**k / mp.factorial(2 * k + 3) for k in range(20))

def cospi_rest(x):  # (cos(pi x) - 1) / x^2
    return sum((-1) ** (k + 1) * pi ** (2 * k + 2) * x**k / mp.factorial(2 * k + 2) for k in range(20))

def sin_turns(x):  # sin(2 pi x) / x
    return sum((-1) ** k * (2 * pi) ** (2 * k + 1) * x**k / mp.factorial(2 * k + 1) for k in range(25))

def tanh_rest(x):  # of z = x^2: (tanh x - x) / x^3
    y = sqrt(x) if x > mpf("1e-30") else mpf("1e-15")
    return (mp.tanh(y) - y) / y**3

def main():
    for degree in (3, 4):
        report(f"exp q{degree}", exp_rest, lambda x: x * x / exp(x), -half_ln2, half_ln2, degree)
    for degree in (4, 5):
        report(f"exp2 q{degree}", power_rest(2), lambda x: x / mpf(2) ** x, -0.5005, 0.5005, degree)
    for degree in (4, 5):
        report(f"exp10 q{degree}", power_rest(10), lambda x: x / mpf(10) ** x, -half_log10_2, half_log10_2, degree)
    third = mpf(1) / 3
    weight = lambda x: mpf(1) if abs(x) < mpf("1e-20") else x * x / abs(mp.log1p(x))
    for scale, name, degrees in ((mpf(1), "log", (5, 6, 7, 8)), (1 / log(2), "log2", (6, 7, 8)), (1 / log(10), "log10", (7, 8))):
        for degree in degrees:
            report(f"{name} q{degree}", log_rest(scale), lambda x, s=scale: weight(x) / s, -third, third, degree)
    quarter = (pi / 4 * mpf("1.001")) ** 2
    for degree in (2, 3):
        report(f"sin {degree}", sin_rest, lambda z: z, 0, quarter, degree)
    for degree in (1, 2, 3):
        report(f"cos {degree}", cos_rest, lambda z: z * z, 0, quarter, degree)
    for degree in (2, 3):
        report(f"sinpi {degree}", sinpi_rest, lambda z: z / pi, 0, mpf(1) / 16, degree)
        report(f"cospi {degree}", cospi_rest, lambda z: z, 0, mpf(1) / 16, degree)
    for degree in (3, 4, 5):
        report(f"sin turns {degree}", sin_turns, lambda z: sqrt(z), 0, mpf(1) / 16, degree)
    for degree in (3, 4, 5):
        report(f"tanh {degree}", tanh_rest, lambda z: z, 0, mpf("0.5625") ** 2, degree)
    for degree in (12, 13):
        report(f"pow log2 q{degree}", lambda x: 1 / log(2) if x == 0 else mp.log1p(x) / x / log(2),
               lambda x: log(2), -third, third, degree, to_double)
    for degree in (10, 11):
        report(f"exp double q{degree}", exp_rest, lambda x: x * x / exp(x), -half_ln2, half_ln2, degree, to_double)


main()
