// Azimuths of beams in the scanner's frame, from records of pulses.
import { Pulse } from '../wasm/records.generated';

/** Bytes of a rotation: x, y, z and w. */
export const TURN_BYTES: usize = 32;

/**
 * Stores the azimuths of the pulses of `count` points, clockwise from forward. Records of pulses begin with that of
 * pulse `first`; so do the rotations from the world to the scanner's frame, unless one is that of all pulses.
 */
export function azimuths(
  records: usize,
  first: u32,
  turns: usize,
  areSame: bool,
  pulses: usize,
  count: u32,
  target: usize,
): void {
  let latest: u32 = u32.MAX_VALUE;
  let azimuth: f32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const k = load<u32>(pulses + (i << 2)) - first;
    if (k != latest) {
      latest = k;
      azimuth = azimuthOf(records + <usize>k * Pulse.SIZE, areSame ? turns : turns + <usize>k * TURN_BYTES);
    }
    store<f32>(target + (i << 2), azimuth);
  }
}

/** As `rotate` of src/base/quaternion.ts turns the beam. */
// @ts-ignore: decorator
@inline
function azimuthOf(record: usize, turn: usize): f32 {
  const u = <f64>load<f32>(record, Pulse.direction);
  const v = <f64>load<f32>(record, Pulse.direction + 4);
  const w = <f64>load<f32>(record, Pulse.direction + 8);
  const x = load<f64>(turn);
  const y = load<f64>(turn, 8);
  const z = load<f64>(turn, 16);
  const real = load<f64>(turn, 24);
  const tx = y * w - z * v + real * u;
  const ty = z * u - x * w + real * v;
  const tz = x * v - y * u + real * w;
  return <f32>Math.atan2(u + 2 * (y * tz - z * ty), v + 2 * (z * tx - x * tz));
}
