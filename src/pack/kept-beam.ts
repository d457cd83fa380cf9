import type { Vec3 } from '../base/vec3.js';
import { Channel } from '../device/records.generated.js';
import { vectorOf } from './record-numbers.js';
import type { RecordWriter } from './record-writer.js';

/**
 * Writes the right-hand direction and the axis, in the head's frame, of the undeflected beam of the channel at `at`, so
 * that the device need not compute them for each pulse. The channel's axes and incident direction must have been
 * written.
 */
export function writeKeptBeam(writer: RecordWriter, at: number): void {
  const columns = [Channel.axisX, Channel.axisY, Channel.axisZ].map((offset) => vectorOf(writer.buffer, at + offset));
  const beam = vectorOf(writer.buffer, at + Channel.incident);
  writer.f64s(at + Channel.right, inHead(columns, rightOf(beam)));
  writer.f64s(at + Channel.axis, inHead(columns, beam));
}

/** The beam's right-hand direction, rounded step by step as on the device: see `aim` in wasm/pulse.ts. */
function rightOf(beam: Vec3): Vec3 {
  const k = beam[0] === 0 ? beam[0] : shear(beam);
  return [1 - k * beam[0], -(k * (1 + beam[1])), -(k * beam[2])];
}

function shear([x, y, z]: Vec3): number {
  if (y >= 0) return x / (1 + y);
  return (x * (1 - y)) / Math.max(x * x + z * z, 2 ** -1022);
}

/** A vector times the columns of a rotation. */
const inHead = ([x, y, z]: readonly Vec3[], v: Vec3): number[] =>
  [0, 1, 2].map((row) => v[0] * x[row] + v[1] * y[row] + v[2] * z[row]);
