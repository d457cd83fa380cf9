import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { conjugate, type Quaternion, rotate } from '../../../src/base/quaternion.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { type ListedBox, type ListedFrame, readBoxes, runTraffic } from './traffic.js';

const framesAt = (at: string) => `frames: { file: f/%06d.npz, coordinates: world, incomplete: drop, boxes: ${at} }`;

interface Point {
  at: Vec3;
  instance: number;
  time: number;
}

async function pointsOf(path: string): Promise<Point[]> {
  const points: Point[] = [];
  for await (const { count, x, y, z, instance, gpsTime } of readPoints(await openReadable(nodeFiles, path)))
    for (let k = 0; k < count; k++) points.push({ at: [x[k], y[k], z[k]], instance: instance[k], time: gpsTime[k] });
  return points;
}

const named = ({ boxes }: ListedFrame, name: string): ListedBox | undefined =>
  boxes.find((box) => box.name.split('/')[0] === name);

/** A place in the axes of a box, from its centre. */
const within = ({ world }: ListedBox, [x, y, z]: Vec3, moved: Vec3 = [0, 0, 0]): Vec3 =>
  rotate(conjugate(world.orientation as unknown as Quaternion), [
    x - moved[0] - world.centre[0],
    y - moved[1] - world.centre[1],
    z - moved[2] - world.centre[2],
  ]);

/** The greatest distance of points out of a box, metres. */
const outside = (box: ListedBox, places: readonly Vec3[]): number =>
  Math.max(...places.flatMap((place) => place.map((value, axis) => Math.abs(value) - box.size[axis] / 2)));

describe('boxes of objects that move', () => {
  let folder: string;
  let frames: ListedFrame[];
  let points: Point[][];
  beforeAll(async () => {
    ({ folder } = await runTraffic({ frames: framesAt('true') }));
    const names = readdirSync(join(folder, 'f')).filter((name) => name.endsWith('.npz'));
    frames = names.map((_, k) => readBoxes(folder, `f/00000${k}.boxes.json`));
    points = await Promise.all(names.map((name) => pointsOf(join(folder, 'f', name))));
  });

  it('are where they are at the start of the frame, with their velocities', () => {
    expect(frames.length).toBeGreaterThan(2);
    const [{ startTime: zero }] = frames;
    for (const frame of frames) {
      const time = frame.startTime - zero;
      const car = named(frame, 'car');
      expect(car?.time).toBe(frame.startTime);
      expect(car?.world.centre).toEqual([8, -3 + 15 * time, 0.85].map((value) => expect.closeTo(value, 5)));
      expect(car?.world.velocity).toEqual([0, 15, 0].map((value) => expect.closeTo(value, 9)));
      expect(car?.size).toEqual([4.5, 1.8, 1.5].map((value) => expect.closeTo(value, 5)));
      expect(car?.world).toMatchObject({ heading: expect.closeTo(Math.PI / 2, 9), hasFront: true });
      const van = named(frame, 'van');
      // It turns by 30° a second, clockwise from above, and looks where it goes: its velocity turns with it.
      const turn = (-30 * Math.PI * time) / 180;
      expect(van?.world.velocity).toEqual(
        [12 * Math.sin(turn), -12 * Math.cos(turn), 0].map((value) => expect.closeTo(value, 3)),
      );
      expect(van?.world.angularVelocity).toEqual([0, 0, (-30 * Math.PI) / 180].map((v) => expect.closeTo(v, 4)));
      expect(named(frame, 'parked')?.world).toMatchObject({ velocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
    }
  });

  it('hold the points of their objects moved from their own times to that of the box, and not as they lie', () => {
    let worst = 0;
    for (const [k, frame] of frames.entries()) {
      const car = named(frame, 'car') as ListedBox;
      const own = points[k].filter(({ instance }) => instance === car.instance);
      expect(own.length).toBe(car.points);
      expect(own.length).toBeGreaterThan(50);
      const moved = own.map(({ at, time }) => within(car, at, [0, 15 * (time - car.time), 0]));
      expect(outside(car, moved)).toBeLessThan(2e-3);
      const as = own.map(({ at }) => within(car, at));
      worst = Math.max(worst, outside(car, as));
      expect(car.firstSeen).toBeCloseTo(Math.min(...own.map(({ time }) => time)), 6);
      expect(car.lastSeen).toBeCloseTo(Math.max(...own.map(({ time }) => time)), 6);
    }
    expect(worst).toBeGreaterThan(0.5);
  });

  it('are not stopped by their own objects: pulses see boxes where these are at their times', () => {
    for (const frame of frames)
      for (const name of ['car', 'van']) expect(named(frame, name), name).toMatchObject({ occlusion: 0 });
  });

  it('are those of objects that are there, or come later and have points, and then when they come', () => {
    const seen = frames.map((frame) => named(frame, 'walker'));
    // It is there from 0.14 s to 0.34 s.
    expect(seen[0]).toBeUndefined();
    const coming = seen[1] as ListedBox;
    expect(coming.points).toBeGreaterThan(0);
    expect(coming.time).toBeCloseTo(frames[0].startTime + 0.14, 6);
    expect(coming.firstSeen).toBeGreaterThanOrEqual(coming.time as number);
    expect(coming.world.velocity).toEqual([4, 0, 0].map((value) => expect.closeTo(value, 6)));
    expect(seen[2]?.time).toBe(frames[2].startTime);
    expect(frames.slice(4).map((frame) => named(frame, 'walker'))).toEqual(frames.slice(4).map(() => undefined));
  });

  it('are numbered alike in all frames, and by name', () => {
    const numbers = frames.map(({ boxes }) => new Map(boxes.map(({ name, instance }) => [name, instance])));
    for (const of of numbers) for (const [name, number] of numbers[0]) expect(of.get(name), name).toBe(number);
  });

  it('are those of the middle of the frame, or of the mean time of their points, on request', async () => {
    const middle = await runTraffic({ frames: framesAt('{ at: middle }') });
    const mean = await runTraffic({ frames: framesAt('{ at: seen }') });
    let close = 0;
    for (const [k, frame] of frames.entries()) {
      const start = named(frame, 'car') as ListedBox;
      const [half, seen] = [middle, mean].map(
        (run) => named(readBoxes(run.folder, `f/00000${k}.boxes.json`), 'car') as ListedBox,
      );
      expect(half.time).toBeCloseTo((frame.startTime + frame.endTime) / 2, 6);
      const times = points[k]
        .filter(({ instance }) => instance === start.instance)
        .map(({ time }) => time - start.time);
      const wanted = times.reduce((sum, time) => sum + time, 0) / times.length;
      expect(seen.time - start.time).toBeCloseTo(wanted, 5);
      for (const box of [half, seen])
        expect(box.world.centre[1]).toBeCloseTo(start.world.centre[1] + 15 * (box.time - start.time), 4);
      const own = points[k].filter(({ instance }) => instance === start.instance);
      // Not where the beam begins and ends its turn at the car.
      if (Math.max(...times) - Math.min(...times) > 0.05) continue;
      expect(
        outside(
          seen,
          own.map(({ at }) => within(seen, at)),
        ),
      ).toBeLessThan(0.2);
      close++;
    }
    expect(close).toBeGreaterThan(1);
  });

  it.each(['true', '{ at: seen }'])('are the same bytes with any number of threads: %s', async (at) => {
    const bytesOf = (run: { folder: string }) =>
      readdirSync(join(run.folder, 'f'))
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, readFileSync(join(run.folder, 'f', name), 'utf8')]);
    const [one, three] = [
      await runTraffic({ frames: framesAt(at) }),
      await runTraffic({ frames: framesAt(at) }, { threads: 3 }),
    ];
    expect(bytesOf(three)).toEqual(bytesOf(one));
    expect(bytesOf(one).length).toBeGreaterThan(3);
  });

  it('are as before where nothing moves: without moments and velocities', async () => {
    const scene =
      'scene: { parts: [ { name: parked, file: car.obj, transform: { translate: [5, 2, 0.85] } } ], labels: [ { match: "*", semantic: car } ] }';
    const still = await runTraffic({ scene, frames: framesAt('{ at: middle }') });
    const { boxes } = readBoxes(still.folder, 'f/000000.boxes.json');
    expect(Object.keys(boxes[0])).toEqual([
      ...['instance', 'name', 'class', 'centre', 'size', 'heading', 'world', 'points', 'occlusion', 'truncation'],
    ]);
    expect(Object.keys(boxes[0].world)).toEqual(['centre', 'heading', 'orientation', 'hasFront']);
  });
});
