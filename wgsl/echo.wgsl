// echo: the hits of one pulse become the returns that the instrument records, up to the number that it stores: the peaks of the
// waveform that its receiver sees, or clusters of hits along range.

fn numberReturns(out: u32, count: u32) {
  for (var r = 0u; r < count; r++) {
    returns[out + r].returnNumber = r + 1u;
    returns[out + r].returnCount = count;
  }
}
