// The instrument's clock, by which it samples: it counts intervals from the emission of the pulse on.
// uses: double

// Intervals between emission and echo of a metre of range, and metres of an interval.
fn ticksPerMetre() -> Double { return doubleFromPair(receiver.ticksPerMetreHigh, receiver.ticksPerMetreLow); }
fn metresPerTick() -> Double { return doubleFromPair(receiver.metresPerTickHigh, receiver.metresPerTickLow); }
