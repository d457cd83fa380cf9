// Pulses that met something within the limits of range, and have no echo: what they met is too weak, or dark. An echo
// that noise moves out of the limits is one, a false alarm is none.
// uses: extent

// The number of hits of a pulse of so many echoes, recorded or not, marked if it is lost.
fn markedHits(echoes: u32) -> u32 {
  return select(hitCount, hitCount | PULSE_LOST, isMet && echoes == 0u);
}
