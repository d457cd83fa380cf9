import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { writeSurvey } from '../survey/survey-file.js';

// Anchor points of wave packets (ASPRS LAS 1.4 – R15, point format 9): of a point and its "return point waveform
// location", the place from which the first sample came.

const SPEED_OF_LIGHT = 299_792_458;
const ORIGIN: Vec3 = [500_000, 5_400_000, 300];
/** Half width of the beam at the plates. */
const HALF_WIDTH = 0.025;

/** Two plates across a beam due north, its left half on the nearer one. */
const PLATES = [
  [-5, 100, 5],
  [-5, 101.5, 10],
].flatMap(([left, range, width]) =>
  [0, 1, 2, 3].map((k) => [left + (k % 2) * width, range, k < 2 ? -5 : 5].map((c, axis) => c + ORIGIN[axis])),
);

const survey = (sections: string, waveforms: string) => `
scene: { parts: [ { file: plates.obj } ] }
scanner:
  name: a pulse
  wavelength: 1064
  divergence: { mrad: 0.5, convention: full-1/e2 }
  pulse: { energy: 1.0e-6, duration: 5 }
  receiver: { diameter: 0.05, efficiency: 0.8, sampling: { rate: 1 } }
  detection: { rangeMin: 1, rangeMax: 200, maxReturns: 4, rangeNoise: 0 }
  deflector: { kind: pattern, pulseRate: 1000, file: straight.csv }
platform: tripod
mount: { position: [0, 0, 0] }
footprint: { subrays: 93 }
legs: [ { position: [${ORIGIN}], duration: 0.05 } ]
output: [ { file: a.las, waveforms: ${waveforms} } ]
${sections}
`;

interface Packet {
  time: number;
  point: Vec3;
  anchor: Vec3;
  beam: Vec3;
}

/** Points of a file of the survey, by offsets of the specification. */
async function packetsOf(sections: string, waveforms = 'internal'): Promise<Packet[]> {
  const file = await writeSurvey(survey(sections, waveforms));
  const folder = dirname(file);
  const faces = ['f 1 2 4 3', 'f 5 6 8 7'];
  await writeFile(join(folder, 'plates.obj'), [...PLATES.map((place) => `v ${place.join(' ')}`), ...faces].join('\n'));
  await writeFile(join(folder, 'straight.csv'), 'time,azimuth,elevation\n0,0,0\n0.001,0,0\n');
  await runSurvey(await loadSurvey(file, { outputFolder: folder }), { engine: 'cpu', cache: false, threads: 1 });
  const bytes = readFileSync(join(folder, 'a.las'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [pointsAt, size, count] = [
    view.getUint32(96, true),
    view.getUint16(105, true),
    Number(view.getBigUint64(247, true)),
  ];
  return Array.from({ length: count }, (_, k) => {
    const at = pointsAt + k * size;
    const point = threeOf(
      (axis) =>
        view.getInt32(at + 4 * axis, true) * view.getFloat64(131 + 8 * axis, true) +
        view.getFloat64(155 + 8 * axis, true),
    );
    const beam = threeOf((axis) => view.getFloat32(at + 47 + 4 * axis, true));
    const location = view.getFloat32(at + 43, true);
    const anchor = threeOf((axis) => point[axis] + location * beam[axis]);
    return { time: view.getFloat64(at + 22, true), point, anchor, beam };
  });
}

const threeOf = (number: (axis: number) => number): Vec3 => [number(0), number(1), number(2)];

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Distance of a place from the line that leads back from a packet's point, and how far before it the place lies. */
function offLine(place: Vec3, { point, beam }: Packet): { aside: number; along: number } {
  const away = minus(place, point);
  const along = dot(away, beam) / Math.hypot(...beam);
  return { aside: Math.sqrt(Math.max(0, dot(away, away) - along ** 2)), along };
}

/** Returns of the same pulse, by their time. */
function pulsesOf(packets: readonly Packet[]): Packet[][] {
  const pulses = new Map<number, Packet[]>();
  for (const packet of packets) pulses.set(packet.time, [...(pulses.get(packet.time) ?? []), packet]);
  return [...pulses.values()];
}

/** Half a step of the coordinates, a millimetre, on each axis of two points. */
const STEPS = 2 * Math.sqrt(3) * 0.0005;

describe('the anchors of the wave packets of a pulse', () => {
  it.each(['internal', 'external'])(
    'are one place, on the line through its returns and the sensor: %s',
    async (where) => {
      const pulses = pulsesOf(await packetsOf('', where));
      expect(pulses).toHaveLength(50);
      for (const returns of pulses) {
        expect(returns).toHaveLength(2);
        const [first, last] = returns;
        expect(Math.hypot(...minus(first.anchor, last.anchor))).toBeLessThan(STEPS);
        for (const packet of returns) {
          expect(offLine(ORIGIN, packet).aside).toBeLessThan(STEPS);
          expect(Math.hypot(...packet.beam) / (SPEED_OF_LIGHT * 0.5e-12)).toBeCloseTo(1, 6);
        }
        // Samples are numbered from the emission.
        const samples = offLine(ORIGIN, { ...first, point: first.anchor }).along / (SPEED_OF_LIGHT * 0.5e-9);
        expect(Math.abs(samples - Math.round(samples))).toBeLessThan(0.01);
      }
    },
  );

  it.each([
    ['of the pose', 'poseError: { boresight: { heading: 0.5, pitch: 0.3 }, leverArm: [3, 2, 1] }'],
    ['that follow from the angle', 'detector: { systematicErrors: { range: 0.1, deflection: 0.3 } }'],
    ['of each range', 'detector: { rangeNoise: 0.1 }'],
  ])('stay one place on the line through the returns with errors %s', async (_, wrong) => {
    for (const returns of pulsesOf(await packetsOf(wrong))) {
      const [first, last] = returns;
      expect(Math.hypot(...minus(first.anchor, last.anchor))).toBeLessThan(STEPS);
      expect(offLine(last.point, first).aside).toBeLessThan(STEPS);
    }
  });

  it('are off by the errors of its angles, which turn points but not the beam that was fired', async () => {
    const pulses = pulsesOf(await packetsOf('detector: { rayAngleNoise: 0.5, axisAngleNoise: 0.5 }'));
    expect(pulses).toHaveLength(50);
    for (const [first, last] of pulses) {
      for (const { beam } of [first, last]) expect(beam[1] / Math.hypot(...beam)).toBeCloseTo(-1, 6);
      const error = Math.hypot(first.point[0] - ORIGIN[0], first.point[2] - ORIGIN[2]) / 100;
      const apart = Math.hypot(...minus(first.anchor, last.anchor));
      expect(Math.abs(apart - 1.5 * error)).toBeLessThan(STEPS + 1.5 * error ** 2);
    }
  });

  it('lie beside the axis with the points if these lie at their hits', async () => {
    const pulses = pulsesOf(await packetsOf('physics: { points: surface }'));
    expect(pulses).toHaveLength(50);
    for (const [first, last] of pulses) {
      const apart = minus(first.anchor, last.anchor);
      // As far from the sensor as the other, and as far aside as the point.
      expect(Math.abs(apart[1])).toBeLessThan(0.001);
      expect(Math.abs(apart[0] - (first.point[0] - last.point[0]))).toBeLessThan(STEPS);
      expect(Math.abs(apart[0])).toBeGreaterThan(0.5 * HALF_WIDTH);
    }
  });
});
