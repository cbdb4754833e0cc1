// The occupancy calculator.
