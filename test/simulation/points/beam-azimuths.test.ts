import { expect, it } from 'vitest';
import { conjugate, fromAttitude, rotate } from '../../../src/base/quaternion.js';
import { streamKey } from '../../../src/base/random.js';
import { BLOCK_PULSES, Pulse } from '../../../src/device/records.generated.js';
import type { Leg } from '../../../src/platform/leg.js';
import { fillAzimuths } from '../../../src/simulation/points/beam-azimuths.js';
import { azimuthOf } from '../../../src/simulation/points/beam-direction.js';
import { createLegPoses } from '../../../src/survey/leg-poses.js';
import { LEVEL, legOf } from '../instrument-scans.js';

const WORDS = Pulse.SIZE / 4;
const PULSES = 5000;
const mount = { position: [0.1, 0.3, 1.9], heading: 0.2, pitch: 0.05, roll: -0.03 } as const;

/** Directions along and between the axes, also with zeros of both signs, and others in all directions. */
const SIGNS = [0, -0, 1, -1, 1e-30, -1e-30];
const SPECIAL = SIGNS.flatMap((x) => SIGNS.map((y) => [x, y, 0.5]));
const directionOf = (pulse: number): number[] =>
  SPECIAL[pulse] ?? [Math.sin(pulse * 1.7), Math.cos(pulse * 0.9), Math.sin(pulse * 0.31)];
/** Two lasers fire together. */
const timeOf = (pulse: number): number => Math.fround(Math.floor(pulse / 2) * 1e-4);

/** A stage that counts the pulses that it makes, and refuses more than a block. */
function stageOf() {
  const floats = new Float32Array(BLOCK_PULSES * WORDS);
  const made = { pulses: 0 };
  const stage = (first: number, count: number) => {
    expect(count).toBeLessThanOrEqual(BLOCK_PULSES);
    expect(first + count).toBeLessThanOrEqual(PULSES);
    made.pulses += count;
    for (let k = 0; k < count; k++) {
      floats.set(directionOf(first + k), k * WORDS + Pulse.direction / 4);
      floats.set([timeOf(first + k), 0], k * WORDS + Pulse.timeHigh / 4);
    }
    return { floats, words: new Uint32Array(floats.buffer) };
  };
  return { stage, made };
}

const TIMES = Float64Array.from({ length: 26 }, (_, k) => k / 100);
const recorded: Leg['path'] = {
  kind: 'recorded',
  trajectory: {
    times: TIMES,
    positions: Float64Array.from({ length: 3 * TIMES.length }, (_, k) => k),
    orientations: Float64Array.from([...TIMES].flatMap((t) => [...fromAttitude(9 * t, Math.sin(20 * t) / 9, t)])),
  },
};
const straight: Leg['path'] = {
  kind: 'straight',
  from: [10, 20, 30],
  to: [18, 20, 30],
  speed: 4,
  attitude: { ...LEVEL, heading: 0.3 },
};
const level: Leg['path'] = { kind: 'station', position: [0, 0, 0], attitude: LEVEL };

it.each([
  ['a station', level, { position: [0, 0, 0], ...LEVEL } as const],
  ['a straight path', straight, mount],
  ['a recorded one', recorded, mount],
])('azimuths on %s are those of each beam by itself, to the bit', (_, path, at) => {
  const poses = createLegPoses({ leg: legOf(path), mount: at, key: streamKey(1) });
  // All pulses for a while, then with gaps, short and long ones, and pulses with several returns.
  const pulses = Uint32Array.from({ length: 9000 }, (_, i) => Math.floor(i / 3) + (i > 4000 ? 7 * (i >> 6) : 0)).filter(
    (pulse) => pulse < PULSES && (pulse < 900 || pulse % 400 > 40),
  );
  const { stage, made } = stageOf();
  const [azimuths, times] = [new Float32Array(pulses.length), new Float64Array(pulses.length)];
  fillAzimuths({ stage, poses }, pulses, azimuths, times);
  expect(made.pulses).toBeLessThan(pulses.at(-1) as number);
  const expected = Float32Array.from(pulses, (pulse) => {
    const turn = conjugate(poses.actual(timeOf(pulse)).orientation);
    const [x, y, z] = directionOf(pulse);
    return azimuthOf(rotate(turn, [Math.fround(x), Math.fround(y), Math.fround(z)]));
  });
  expect(new Uint32Array(azimuths.buffer)).toEqual(new Uint32Array(expected.buffer));
  expect(times).toEqual(Float64Array.from(pulses, timeOf));
});
