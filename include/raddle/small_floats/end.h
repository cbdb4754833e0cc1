// The macros of raddle/small_floats/classes.h are not left defined.
#undef RADDLE_FROM_NUMBER
#undef RADDLE_FROM_LONG
#undef RADDLE_TO_NUMBER
#undef RADDLE_SMALL_FLOAT
#undef RADDLE_SMALL_FLOAT_PAIR
#undef RADDLE_SMALL_FLOAT_FOUR
#undef RADDLE_SMALL_FLOAT_CONVERSIONS
#undef RADDLE_CODE
#undef RADDLE_NUMBER
