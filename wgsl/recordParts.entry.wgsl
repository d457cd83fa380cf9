// recordParts, the second pass of sample: noise is added to the powers that arrive, and a digitiser turns them into
// codes. One invocation a pulse.
// uses: digitiser double noise

@compute @workgroup_size(WORKGROUP)
fn recordParts(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  for (var left = counts[id.x].z; left > 0u; left--) { recordPart(id.x * PARTS_MAX + left - 1u); }
}

// Records the part at a place of the windows.
fn recordPart(at: u32) {
  let gain = gainOf(windows[at]);
  windows[at].gain = gain;
  let part = windows[at];
  addNoise(part);
  digitise(part);
}
