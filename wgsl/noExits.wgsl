// Replaces exits.wgsl if all subrays of a pulse leave from its origin.
// gives: HAS_EXITS exitOf startOf

const HAS_EXITS = false;

fn exitOf(pulse: Pulse, direction: vec3<f32>) -> vec3<f32> {
  return vec3<f32>();
}

fn startOf(pulse: Pulse, direction: vec3<f32>) -> vec3<f32> {
  return pulse.origin;
}
