import { describe, expect, it } from 'vitest';
import { fromAttitude, multiply, rotate } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { PLATFORM_SHIFTS, PLATFORM_STANDS, PLATFORM_TURNS, PulseProgram } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import { station, testScanner } from '../support/scan.js';

const ATTITUDE = { heading: 0.7, pitch: 0.1, roll: -0.2 };
const MOUNT = { position: [0.3, -0.1, 1.7] as Vec3, heading: 0.2, pitch: -0.3, roll: 0.4 };
const LEG = station([1, 2, 3], { attitude: ATTITUDE });
const COMPONENTS = 4;

const programOf = (path: Leg['path']): ArrayBuffer =>
  createPulseProgram({ scanner: testScanner(), mount: MOUNT, leg: { ...LEG, path }, frameOrigin: [0, 0, 0] }).buffers
    .program;

/** A path of three poses with these attitudes, on its way unless it stays. */
function recorded(headings: readonly number[], stays = false): Leg['path'] {
  const positions = headings.flatMap((_, k) => [stays ? 5 : 5 * k, 0, 0]);
  const orientations = headings.flatMap((heading) => [...fromAttitude(heading, 0.1, -0.2)]);
  expect(orientations).toHaveLength(COMPONENTS * headings.length);
  const trajectory = {
    times: Float64Array.from(headings, (_, k) => k),
    positions: Float64Array.from(positions),
    orientations: Float64Array.from(orientations),
  };
  return { kind: 'recorded', trajectory };
}

const motionIn = (program: ArrayBuffer) => new DataView(program).getUint32(PulseProgram.motion, true);
const numbersAt = (program: ArrayBuffer, at: number) => [...new Float64Array(program, at, 3)];

describe('the pose of a platform that keeps its attitude', () => {
  it.each([
    ['a station', LEG.path, PLATFORM_STANDS],
    [
      'a straight flight',
      { kind: 'straight', from: [0, 0, 9], to: [9, 0, 9], speed: 3, attitude: ATTITUDE },
      PLATFORM_SHIFTS,
    ],
    ['a recorded path', recorded([0.7, 0.7, 0.7]), PLATFORM_SHIFTS],
    ['a record of standing still', recorded([0.7, 0.7, 0.7], true), PLATFORM_STANDS],
    ['a path that turns at its end', recorded([0.7, 0.7, 0.8]), PLATFORM_TURNS],
    ['a turn on the spot', recorded([0.7, 0.8, 0.9], true), PLATFORM_TURNS],
  ] as [string, Leg['path'], number][])('is known by its motion: %s', (_, path, motion) => {
    expect(motionIn(programOf(path))).toBe(motion);
  });

  it('is that of body and mount', () => {
    const program = programOf(LEG.path);
    const body = fromAttitude(ATTITUDE.heading, ATTITUDE.pitch, ATTITUDE.roll);
    const head = multiply(body, fromAttitude(MOUNT.heading, MOUNT.pitch, MOUNT.roll));
    const axes = (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as Vec3[]
    ).map((axis) => rotate(head, axis));
    const arm = rotate(body, MOUNT.position);
    [PulseProgram.rowX, PulseProgram.rowY, PulseProgram.rowZ].forEach((at, k) => {
      numbersAt(program, at).forEach((number, column) => {
        expect(number).toBeCloseTo(axes[column][k], 12);
      });
      expect(numbersAt(program, PulseProgram.keptArm)[k]).toBeCloseTo(arm[k], 12);
    });
  });
});
