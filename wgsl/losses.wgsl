// Pulses that met something within the limits of range, and have no return: what they met is too weak, or dark.
// uses: extent

// The number of hits of a pulse with so many returns, marked if it is lost.
fn markedHits(made: u32) -> u32 { return select(hitCount, hitCount | PULSE_LOST, isMet && made == 0u); }
