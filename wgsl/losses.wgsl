// Pulses that met something within the limits of range, and have no echo: what they met is too weak, or dark. An echo
// that noise moves out of the limits is one.
// uses: extent limits

// The number of hits of a pulse with so many returns, marked if it is lost.
fn markedHits(made: u32) -> u32 {
  return select(hitCount, hitCount | PULSE_LOST, isMet && made == 0u && echoesSoFar == 0u);
}
