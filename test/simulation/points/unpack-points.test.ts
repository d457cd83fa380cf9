import { expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import { intensityScale } from '../../../src/cloud/tone-mapping/intensity-scale.js';
import { NONE, Point } from '../../../src/device/records.generated.js';
import { linkBudgetOf } from '../../../src/simulation/points/link-budget-of.js';
import { ownRoom } from '../../../src/simulation/points/point-room.js';
import { surfaceColumns } from '../../../src/simulation/points/scene-facts.js';
import { pulseNumbers, unpackPoints } from '../../../src/simulation/points/unpack-points.js';
import { testScanner } from '../../support/scan.js';

/** Records of points with these energies and ranges, and nothing else. */
function recordsOf(points: readonly { energy: number; range: number }[]) {
  const buffer = new ArrayBuffer(points.length * Point.SIZE);
  const view = new DataView(buffer);
  points.forEach(({ energy, range }, i) => {
    view.setFloat32(i * Point.SIZE + Point.energy, energy, true);
    view.setFloat32(i * Point.SIZE + Point.range, range, true);
  });
  return { floats: new Float32Array(buffer), words: new Uint32Array(buffer), count: points.length, pulseCount: 1 };
}

it('makes intensities of energies and ranges, and keeps the energies', () => {
  // 1 J through 2 m of aperture: of white 1 J / R² comes back.
  const scanner = testScanner({ detection: { minEnergy: 1e-6 } });
  const budget = linkBudgetOf({ scanner, atmosphere: { extinction: 0 } });
  expect(budget).toEqual({ minEnergy: 1e-6, energyFactor: 1, extinction: 0 });
  const labels = surfaceColumns([{ instance: 1, material: 0, semantic: 0, classification: 2 }]);
  const records = recordsOf([
    { energy: 1e-2, range: 10 },
    { energy: 1e-3, range: 10 },
    { energy: 1e-3, range: 100 },
  ]);
  const intensities = (kind: 'reflectance' | 'amplitude') => {
    const intensity = intensityScale({ kind }, budget);
    const context = { frameOrigin: [0, 0, 0] as [number, number, number], startTime: 0, pointSourceId: 1, labels };
    return unpackPoints(records, { ...context, intensity }).points;
  };
  expect([...intensities('reflectance').intensity]).toEqual([5000, 4000, 6000]);
  expect([...intensities('amplitude').intensity]).toEqual([4000, 3000, 3000]);
  expect([...intensities('amplitude').energy]).toEqual([1e-2, 1e-3, 1e-3].map(Math.fround));
});

it('gives noise, which no surface sent back, its class and no material', () => {
  const records = recordsOf([{ energy: 1, range: 10 }]);
  records.words[Point.surface / 4] = NONE;
  const labels = surfaceColumns([{ instance: 1, material: 0, semantic: 1, classification: 2 }]);
  const context = { frameOrigin: [0, 0, 0] as [number, number, number], startTime: 0, pointSourceId: 1, labels };
  const { classification, material, instance, semantic } = unpackPoints(records, {
    ...context,
    intensity: () => 1,
  }).points;
  expect([classification[0], material[0], instance[0], semantic[0]]).toEqual([7, 65535, 0, 0]);
});

/** Two records, each field of which has a number of its own. */
function fullRecords() {
  const buffer = new ArrayBuffer(2 * Point.SIZE);
  const view = new DataView(buffer);
  const float = (at: number, value: number) => view.setFloat32(at, value, true);
  const word = (at: number, value: number) => view.setUint32(at, value, true);
  for (const i of [0, 1]) {
    const at = i * Point.SIZE;
    [0, 1, 2].forEach((axis) => {
      float(at + Point.position + 4 * axis, 1 + axis + 10 * i);
      float(at + Point.normal + 4 * axis, (axis + 1 + i) / 8);
    });
    float(at + Point.range, 64 + i);
    float(at + Point.incidenceCosine, i === 0 ? 0.5 : 1);
    float(at + Point.scanAngle, i === 0 ? -0.5 : 3);
    float(at + Point.energy, 0.25 + i);
    float(at + Point.echoWidth, 0.125 + i);
    float(at + Point.timeHigh, 2 + i);
    float(at + Point.timeLow, 2 ** -20);
    word(at + Point.surface, 1 - i);
    word(at + Point.pulse, 70_000 + i);
    word(at + Point.returnNumber, 1 + i);
    word(at + Point.returnCount, 3 + i);
    word(at + Point.hitSubrays, 40 + i);
    word(at + Point.channel, 5 + i);
  }
  return { floats: new Float32Array(buffer), words: new Uint32Array(buffer), count: 2, pulseCount: 1 };
}

it('puts every field of a record into its column', () => {
  const labels = surfaceColumns([
    { instance: 11, material: 12, semantic: 13, classification: 14 },
    { instance: 21, material: 22, semantic: 23, classification: 24 },
  ]);
  const painted: number[] = [];
  const { points: batch } = unpackPoints(fullRecords(), {
    frameOrigin: [100, 200, 300],
    startTime: 1000,
    pointSourceId: 9,
    labels,
    intensity: (energy, range) => 100 * energy + range,
    paint: ({ count }, words) => painted.push(count, words.length),
  });
  const third = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6));
  const columns = Object.fromEntries(
    Object.entries(batch).map(([key, array]) => [key, key === 'count' ? array : [...array]]),
  );
  expect(columns).toEqual({
    count: 2,
    x: [101, 111],
    y: [202, 212],
    z: [303, 313],
    gpsTime: [1002 + 2 ** -20, 1003 + 2 ** -20],
    intensity: [89, 190],
    returnNumber: [1, 2],
    returnCount: [3, 4],
    classification: [24, 14],
    channel: [5, 6],
    scanAngle: [-0.5, 3],
    pointSourceId: [9, 9],
    normal: [1 / 8, 2 / 8, 3 / 8, 2 / 8, 3 / 8, 4 / 8],
    instance: [21, 11],
    material: [22, 12],
    semantic: [23, 13],
    range: [64, 65],
    incidenceAngle: third([Math.PI / 3, 0]),
    energy: [0.25, 1.25],
    echoWidth: [0.125, 1.125],
    hitSubrays: [40, 41],
  });
  expect(painted).toEqual([2, (2 * Point.SIZE) / 4]);
});

it('leaves nothing of the points that had the arrays before', () => {
  const labels = surfaceColumns([
    { instance: 11, material: 12, semantic: 13, classification: 14 },
    { instance: 21, material: 22, semantic: 23, classification: 24 },
  ]);
  const context = { frameOrigin: [0, 0, 0] as Vec3, startTime: 0, pointSourceId: 1, labels, intensity: () => 1 };
  const noise = recordsOf([{ energy: 1, range: 10 }]);
  noise.words[Point.surface / 4] = NONE;
  const fresh = ownRoom(unpackPoints(noise, context));
  unpackPoints(fullRecords(), context);
  expect(ownRoom(unpackPoints(noise, context))).toEqual(fresh);
});

it('reads the pulses of points, and their times from two numbers each', () => {
  const context = { frameOrigin: [0, 0, 0] as Vec3, startTime: 9, pointSourceId: 1, intensity: () => 1 };
  const room = unpackPoints(fullRecords(), { ...context, labels: surfaceColumns([]) });
  expect(room.pulses).toEqual(Uint32Array.of(70_000, 70_001));
  expect(room.times).toEqual(Float64Array.of(2 + 2 ** -20, 3 + 2 ** -20));
  expect(pulseNumbers(fullRecords())).toEqual(room.pulses);
});

it('takes labels anew where another scene follows, whatever their number', () => {
  const context = { frameOrigin: [0, 0, 0] as Vec3, startTime: 0, pointSourceId: 1, intensity: () => 1 };
  const labelsOf = (surfaces: number) =>
    surfaceColumns(
      Array.from({ length: surfaces }, (_, k) => ({
        ...{ instance: surfaces + k, material: 1, semantic: 2, classification: 3 },
      })),
    );
  for (const surfaces of [2, 200_000, 3, 2]) {
    const { points } = unpackPoints(fullRecords(), { ...context, labels: labelsOf(surfaces) });
    expect([...points.instance]).toEqual([surfaces + 1, surfaces]);
    expect([points.x[1], points.pointSourceId[1], points.classification[0]]).toEqual([11, 1, 3]);
  }
});

it('unpacks more points than a tile has', () => {
  const count = 2500;
  const records = recordsOf(Array.from({ length: count }, (_, k) => ({ energy: 1 + k, range: k / 4 })));
  const context = { frameOrigin: [0, 0, 0] as Vec3, startTime: 0, pointSourceId: 1, labels: surfaceColumns([]) };
  const { points } = unpackPoints(records, { ...context, intensity: (energy, range) => energy + range });
  expect([...points.range]).toEqual(Array.from({ length: count }, (_, k) => k / 4));
  expect([...points.energy]).toEqual(Array.from({ length: count }, (_, k) => 1 + k));
  expect([...points.intensity]).toEqual(Array.from({ length: count }, (_, k) => Math.floor(1 + k + k / 4)));
});

it('rounds the GPS time of a point once, as those do who add the start of the leg to a time of a pulse', () => {
  const startTime = 417_000_000.1;
  const times = Array.from({ length: 999 }, (_, k) => k / 7_000);
  const records = recordsOf(times.map(() => ({ energy: 1, range: 10 })));
  const pairs = times.map((time) => [Math.fround(time), Math.fround(time - Math.fround(time))]);
  pairs.forEach(([high, low], i) => {
    records.floats[(i * Point.SIZE + Point.timeHigh) / 4] = high;
    records.floats[(i * Point.SIZE + Point.timeLow) / 4] = low;
  });
  const labels = surfaceColumns([{ instance: 1, material: 0, semantic: 0, classification: 2 }]);
  const frameOrigin: Vec3 = [0, 0, 0];
  const { points } = unpackPoints(records, { frameOrigin, startTime, pointSourceId: 1, labels, intensity: () => 1 });
  expect([...points.gpsTime]).toEqual(pairs.map(([high, low]) => startTime + (high + low)));
});
