import { dot, type Vec3 } from '../base/vec3.js';
import { Knot, PLATFORM_SHIFTS, PLATFORM_STANDS, PLATFORM_TURNS, PulseProgram } from '../device/records.generated.js';
import { frameOf } from './frame-kind.js';
import { numbersOf, vectorOf } from './record-numbers.js';
import type { RecordWriter } from './record-writer.js';

/**
 * Writes the platform's motion by the knots of its path and, unless it turns, its rotation and lever arm, which the
 * device then need not compute for each pulse. The program's axes and lever arm must have been written.
 */
export function writeKeptPose(writer: RecordWriter, knots: ArrayBuffer): void {
  const motion = motionOf(knots);
  writer.u32(PulseProgram.frame, frameOf(writer.buffer, PulseProgram.axisX));
  writer.u32(PulseProgram.motion, motion);
  if (motion === PLATFORM_TURNS) return;
  const { axisX, axisY, axisZ, leverArm, rowX, rowY, rowZ, keptArm } = PulseProgram;
  const columns = [axisX, axisY, axisZ, leverArm].map((at) => vectorOf(writer.buffer, at));
  rowsOfAttitude(numbersOf(knots, Knot.orientation, 4)).forEach((row, k) => {
    const [x, y, z, arm] = columns.map((column) => dot(row, column));
    writer.f64s([rowX, rowY, rowZ][k], [x, y, z]);
    writer.f64(keptArm + 8 * k, arm);
  });
}

/** PLATFORM_STANDS, PLATFORM_SHIFTS or PLATFORM_TURNS. */
function motionOf(knots: ArrayBuffer): number {
  if (!isKept(knots, Knot.orientation, 4)) return PLATFORM_TURNS;
  return isKept(knots, Knot.position, 3) ? PLATFORM_STANDS : PLATFORM_SHIFTS;
}

/** Whether `count` numbers are the same in all knots. */
function isKept(knots: ArrayBuffer, offset: number, count: number): boolean {
  const first = numbersOf(knots, offset, count);
  for (let at = Knot.SIZE; at < knots.byteLength; at += Knot.SIZE)
    if (numbersOf(knots, at + offset, count).some((number, k) => number !== first[k])) return false;
  return true;
}

/** Rows of the rotation of a unit quaternion, rounded step by step as on the device: see `rotate` in wasm/pose.ts. */
function rowsOfAttitude(attitude: readonly number[]): Vec3[] {
  // Between two equal knots, numbers lose the sign of a zero.
  const [x, y, z, w] = attitude.map((number) => number + 0);
  const lack = 1 - (x * x + y * y + z * z + w * w);
  const s = 2 + 2 * lack * (1 + lack);
  const [sx, sy, sz] = [s * x, s * y, s * z];
  return [
    [1 - (sy * y + sz * z), sx * y - sz * w, sx * z + sy * w],
    [sx * y + sz * w, 1 - (sx * x + sz * z), sy * z - sx * w],
    [sx * z - sy * w, sy * z + sx * w, 1 - (sx * x + sy * y)],
  ];
}
