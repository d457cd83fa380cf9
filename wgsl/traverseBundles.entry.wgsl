// One invocation a part of a pulse: see bundle.wgsl, and wholePulses.wgsl or quarterPulses.wgsl. The same output as
// traverse.
// uses: bundle double doubt
// asks for: PARTS startOfPart

@compute @workgroup_size(WORKGROUP)
fn traverseBundles(@builtin(global_invocation_id) id: vec3<u32>) {
  let pulse = id.x / PARTS;
  if (pulse >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  let part = id.x - pulse * PARTS;
  let first = startOfPart(part);
  traceBundle(pulse, first, startOfPart(part + 1u) - first);
}
