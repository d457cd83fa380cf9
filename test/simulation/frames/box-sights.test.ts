import { beforeAll, describe, expect, it } from 'vitest';
import { emptyPulseList, type PulseList } from '../../../src/engine/cpu/pulse-lister.js';
import { boxAt } from '../../../src/scene/boxes/box-at.js';
import type { TimedObject } from '../../../src/scene/boxes/timed-object.js';
import { BeamSector } from '../../../src/simulation/frames/beam-sector.js';
import { BoxSights } from '../../../src/simulation/frames/box-sights.js';
import { addSights, type Sights, sightOf } from '../../../src/simulation/frames/sights.js';
import type { TracedPoints } from '../../../src/simulation/points/traced-points.js';
import { evenly, motionThrough } from '../../support/movers.js';
import { random } from '../../support/scenes.js';

const SEED = 20261130;
const PULSES = 3000;

/** Beams of a head of 16 lasers that turns while it drives, or that look all ways. */
function beamsOf(kind: 'spinning' | 'wild' | 'down'): PulseList {
  const next = random(SEED);
  const list = emptyPulseList(PULSES);
  for (let k = 0; k < PULSES; k++) {
    list.times[k] = 4 + k * 3e-5;
    list.origins.set([0.3 + list.times[k] * 5, -0.2, kind === 'down' ? 30 : 1.5], 3 * k);
    list.silent[k] = k % 97 === 0 ? 1 : 0;
    const azimuth = kind === 'wild' ? 9 * next() : (k / PULSES) * 6;
    const elevation = kind === 'wild' ? 3 * (next() - 0.5) : ((k % 16) - 7.5) * 0.035;
    const down = [Math.sin(k / 40), 0.3 * Math.cos(k / 900), -1];
    const flat = [
      Math.sin(azimuth) * Math.cos(elevation),
      Math.cos(azimuth) * Math.cos(elevation),
      Math.sin(elevation),
    ];
    const beam = kind === 'down' ? down : flat;
    list.directions.set(
      beam.map((value) => value / Math.hypot(...beam)),
      3 * k,
    );
  }
  return list;
}

/** Objects about the sensor: some that stand, some that drive and turn, one that comes and goes, one of two pieces. */
function objectsAround(): Map<number, TimedObject> {
  const next = random(SEED + 1);
  const boxOf = (centre: readonly [number, number, number]) =>
    ({
      centre,
      size: [4.5 * next() + 0.3, 2 * next() + 0.2, 2 * next() + 0.1],
      heading: 6 * next(),
      hasFront: true,
    }) as const;
  const driving = (visible?: Uint8Array) => {
    const [x, y, speed, turn] = [60 * (next() - 0.5), 60 * (next() - 0.5), 60 * (next() - 0.5), 3 * (next() - 0.5)];
    const at = (t: number) => ({ place: [x + speed * (t - 4), y, 0.7] as const, turn: turn * t });
    return motionThrough(at, evenly(3.9, 4.3, 21), visible && { visible });
  };
  const objects = new Map<number, TimedObject>();
  for (let k = 0; k < 40; k++)
    objects.set(3 * k + 1, { box: boxOf([50 * (next() - 0.5), 50 * (next() - 0.5), 3 * (next() - 0.5)]) });
  for (let k = 0; k < 40; k++) objects.set(3 * k + 2, { box: boxOf([0.2, 0.1, 0.4]), motion: driving() });
  const visible = Uint8Array.from({ length: 21 }, (_, k) => (k > 5 && k < 8 ? 1 : 0));
  objects.set(500, { box: boxOf([0, 0, 0]), motion: driving(visible) });
  objects.set(501, {
    box: boxOf([0, 0, 0]),
    motion: driving(),
    others: [{ box: boxOf([0, 3, 0]), motion: driving() }, { box: boxOf([9, 3, 0.5]) }],
  });
  return objects;
}

/** The way of a beam to a box, by its six planes. */
function wayTo(box: ReturnType<typeof boxAt>, from: readonly number[], beam: readonly number[]): number | undefined {
  const [x, y, z, w] = box.orientation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  const within = (vector: readonly number[]) =>
    rows.map((row) => row.reduce((sum, one, k) => sum + one * vector[k], 0));
  const [own, way] = [within(from.map((value, axis) => value - box.centre[axis])), within(beam)];
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const ends = [-1, 1].map((sign) => ((sign * box.size[axis]) / 2 - own[axis]) / way[axis]);
    near = Math.max(near, Math.min(...ends));
    far = Math.min(far, Math.max(...ends));
  }
  return near <= far ? near : undefined;
}

const START = 0.013;
const ORIGIN = [10, -20, 5] as const;

/** Ranges of returns of some pulses. */
const rangeOf = (k: number) => (k % 3 === 0 ? undefined : 2 + ((k * 7919) % 30));

const traced = (list: PulseList, first: number, end: number): TracedPoints => {
  const pulses = Uint32Array.from({ length: end - first }, (_, k) => first + k).filter((k) => rangeOf(k) !== undefined);
  const range = Float64Array.from(pulses, (k) => rangeOf(k) ?? 0);
  const poses = { actual: () => ({ position: [0, 0, 0], orientation: [0, 0, 0, 1] }) };
  return {
    ...{ leg: 0, first, end, pulses, times: Float64Array.from(pulses, (k) => list.times[k]) },
    ...{ points: { count: pulses.length, range }, poses },
  } as unknown as TracedPoints;
};

const part = (list: PulseList, first: number, end: number): PulseList => ({
  count: end - first,
  origins: list.origins.slice(3 * first, 3 * end).map((value, k) => value - ORIGIN[k % 3]),
  directions: list.directions.slice(3 * first, 3 * end),
  times: list.times.slice(first, end),
  channels: list.channels.slice(first, end),
  silent: list.silent.slice(first, end),
});

describe.each(['spinning', 'wild', 'down'] as const)('sights of boxes by %s beams', (kind) => {
  const list = beamsOf(kind);
  const objects = objectsAround();
  const sights = new BoxSights(objects, ORIGIN);
  const counted = (cuts: readonly number[]): Sights => {
    const sum = sights.none();
    cuts.slice(1).forEach((end, k) => {
      const first = cuts[k];
      const piece = traced(list, first, end);
      const more = sights.ofPulses(piece, part(list, first, end), { first, end }, START);
      const owners = [...objects.keys()];
      sights.addPoints(
        more,
        Uint32Array.from(piece.pulses, (pulse) => owners[pulse % (owners.length + 5)] ?? 0),
        Float32Array.from(piece.times, (time) => time - 4),
      );
      addSights(sum, more);
    });
    return sum;
  };
  let whole: Sights;
  beforeAll(() => {
    whole = counted([0, PULSES]);
  });

  it('are those of every pulse against every box where it is at the time of the pulse', () => {
    let [passes, stops] = [0, 0];
    [...objects.values()].forEach((object, b) => {
      let [passing, stopped] = [0, 0];
      for (let k = 0; k < PULSES; k++) {
        if (list.silent[k] === 1) continue;
        const box = boxAt(object, START + list.times[k]);
        const way = box.isThere
          ? wayTo(box, [...list.origins.slice(3 * k, 3 * k + 3)], [...list.directions.slice(3 * k, 3 * k + 3)])
          : undefined;
        if (way === undefined) continue;
        passing++;
        if ((rangeOf(k) ?? Infinity) < way - 1e-3) stopped++;
      }
      expect([b, sightOf(whole, b).passing, sightOf(whole, b).stopped], `seed ${SEED}`).toEqual([b, passing, stopped]);
      passes += passing;
      stops += stopped;
    });
    expect(passes).toBeGreaterThan(100);
    expect(stops).toBeGreaterThan(30);
  });

  it('do not depend on how pulses are cut into pieces, to the last bit', () => {
    for (const cuts of [[0, 1, 64, 65, 1000, PULSES], [0, 2999, PULSES], Array.from({ length: 101 }, (_, k) => 30 * k)])
      expect([...counted(cuts)]).toEqual([...whole]);
  });

  it('have the first, the last and the mean time of points', () => {
    [...objects.keys()].forEach((_, b) => {
      const times = [...traced(list, 0, PULSES).pulses]
        .filter((pulse) => pulse % (objects.size + 5) === b)
        .map((pulse) => Math.fround(list.times[pulse] - 4));
      const { seen, points } = sightOf(whole, b);
      expect(points).toBe(times.length);
      const mean = times.reduce((a, c) => a + c, 0) / times.length;
      const wanted = { first: Math.min(...times), last: Math.max(...times), mean: expect.closeTo(mean, 6) };
      expect(seen).toEqual(points === 0 ? undefined : wanted);
    });
  });
});

it('the sector of beams holds each of them, and little more than they do', () => {
  const list = beamsOf('spinning');
  const sector = BeamSector.of(list, 640, 704);
  const along = (k: number, way: number) =>
    [0, 1, 2].map((axis) => list.origins[3 * k + axis] + way * list.directions[3 * k + axis]) as [
      number,
      number,
      number,
    ];
  for (let k = 640; k < 704; k++)
    for (const way of [0, 1, 30, 1000]) expect(sector?.mayMeet(...along(k, way), 0)).toBe(true);
  // Neighbours in azimuth, three metres beside it at 30 m.
  for (const k of [500, 850]) expect(sector?.mayMeet(...along(k, 30), 1), String(k)).toBe(false);
  expect(sector?.mayMeet(...along(670, -10), 5)).toBe(false);
  expect(BeamSector.of(list, 0, 1)).toBeUndefined();
});
