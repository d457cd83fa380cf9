// One invocation a pulse.
// uses: double misalign

@compute @workgroup_size(WORKGROUP)
fn misalign(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  let pulse = pulses[id.x];
  var errors = vec3<f32>(0.0);
  if (program.errorCells > 0u) { errors = deviationAt(angleOfBeam(pulse.number), program.errorCells); }
  readings[id.x] = readingOf(pulse, errors.x);
  pulses[id.x] = misaligned(pulse, errors);
}
