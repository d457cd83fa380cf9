import { describe, expect, it } from 'vitest';
import { length, subtract, type Vec3 } from '../../../src/base/vec3.js';
import type { Trajectory } from '../../../src/platform/leg.js';
import { catmullRom } from '../../../src/platform/path/catmull-rom.js';
import { pathTrajectory } from '../../../src/platform/path/smooth-path.js';
import { attitudeDeg, DEGREE, positionsOf, randomNumbers } from '../../support/trajectories.js';

const CORNER: Vec3[] = [
  [0, 0, 10],
  [0, 100, 10],
  [50, 100, 10],
];
const durationOf = ({ times }: Trajectory) => times[times.length - 1];

/** Speeds from pose to pose. */
function speedsOf(trajectory: Trajectory): number[] {
  const positions = positionsOf(trajectory);
  return positions
    .slice(1)
    .map((position, k) => length(subtract(position, positions[k])) / (trajectory.times[k + 1] - trajectory.times[k]));
}

describe('a path of straight lines', () => {
  it('takes its length over its speed, and turns at the corners', () => {
    const trajectory = pathTrajectory(CORNER, { speed: 5 });
    expect(durationOf(trajectory)).toBeCloseTo(30, 3);
    expect(positionsOf(trajectory)[0]).toEqual([0, 0, 10]);
    expect(positionsOf(trajectory).at(-1)).toEqual([50, 100, 10]);
    const headings = Array.from(trajectory.times, (_, k) => attitudeDeg(trajectory, k)[0]);
    expect(headings).toEqual([0, 0, 45, 90, 90].map((angle) => expect.closeTo(angle, 9)));
    expect(trajectory.times[3] - trajectory.times[1]).toBeLessThan(0.0005);
  });

  it('may keep its heading, with pitch and roll of its own', () => {
    const trajectory = pathTrajectory(CORNER, { speed: 5, heading: 30 * DEGREE, pitch: -5 * DEGREE, roll: 2 * DEGREE });
    for (let k = 0; k < trajectory.times.length; k++)
      expect(attitudeDeg(trajectory, k)).toEqual([30, -5, 2].map((angle) => expect.closeTo(angle, 9)));
  });

  it('keeps its heading where it rises straight up, and may nose up', () => {
    const tower: Vec3[] = [
      [0, 0, 0],
      [0, 0, 20],
      [20, 0, 20],
    ];
    const [level, nosing] = [false, true].map((climb) => pathTrajectory(tower, { speed: 2, climb }));
    expect(attitudeDeg(level, 0)).toEqual([90, 0, 0].map((angle) => expect.closeTo(angle, 9)));
    expect(attitudeDeg(nosing, 0)[1]).toBeCloseTo(90, 9);
    expect(attitudeDeg(nosing, nosing.times.length - 1)[1]).toBeCloseTo(0, 9);
    expect([...level.orientations].every(Number.isFinite)).toBe(true);
  });

  it('noses up by its climb and its own pitch together', () => {
    const ramp: Vec3[] = [
      [0, 0, 0],
      [0, 10, 10],
    ];
    const trajectory = pathTrajectory(ramp, { speed: 1, climb: true, pitch: -15 * DEGREE, roll: 4 * DEGREE });
    expect(attitudeDeg(trajectory, 0)).toEqual([0, 30, 4].map((angle) => expect.closeTo(angle, 9)));
  });

  it('is turned within a millimetre of a corner, or a quarter of a line that is shorter than four', () => {
    const tiny: Vec3[] = [
      [0, 0, 0],
      [0, 0.002, 0],
      [1, 0.002, 0],
    ];
    const turned: Vec3[] = [tiny[0], [0, 0.0015, 0], tiny[1], [0.001, 0.002, 0], tiny[2]];
    for (const [points, found] of [
      [tiny, turned],
      [tiny.toReversed(), turned.toReversed()],
    ])
      expect(positionsOf(pathTrajectory(points, { speed: 1 }))).toEqual(
        found.map((position) => position.map((value) => expect.closeTo(value, 12))),
      );
  });

  it.each([0, -3, Number.NaN, Number.POSITIVE_INFINITY])('refuses a speed of %d', (speed) => {
    expect(() => pathTrajectory(CORNER, { speed })).toThrow(`speed: found ${speed}, expected a number > 0`);
  });

  it('leaves out repeated points, and refuses to stay where it is', () => {
    expect(durationOf(pathTrajectory([CORNER[0], CORNER[0], CORNER[1], CORNER[1]], { speed: 10 }))).toBeCloseTo(10, 9);
    expect(() => pathTrajectory([CORNER[0], CORNER[0]], { speed: 10 })).toThrow('the path has no length');
    expect(() => pathTrajectory([CORNER[0], CORNER[0]], { speed: 10, smooth: {} })).toThrow('the path has no length');
  });
});

describe('a smoothed path', () => {
  const seed = 31;
  const random = randomNumbers(seed);
  const points = Array.from({ length: 25 }, (_, k): Vec3 => [k * 4, 12 * Math.sin(k) + 3 * random(), 2 * random()]);

  it('has a constant speed, to 0.1 % along the curve itself', () => {
    const trajectory = pathTrajectory(points, { speed: 7, smooth: {} });
    const worst = Math.max(...speedsOf(trajectory).map((speed) => Math.abs(speed / 7 - 1)));
    expect(worst, `seed ${seed}`).toBeLessThan(1e-6);
    // The length of the curve, by many small steps.
    let arc = 0;
    const arcAtPoint: number[] = [0];
    for (const piece of catmullRom(points)) {
      for (let k = 0; k < 4000; k++) arc += length(subtract(piece.at((k + 1) / 4000), piece.at(k / 4000)));
      arcAtPoint.push(arc);
    }
    expect(durationOf(trajectory) * 7).toBeGreaterThan(arc * 0.999);
    expect(durationOf(trajectory) * 7).toBeLessThanOrEqual(arc);
    // It is at each waypoint when the way to there has been travelled.
    const positions = positionsOf(trajectory);
    points.forEach((point, k) => {
      const at = positions.findIndex((position) => length(subtract(position, point)) < 1e-9);
      expect(Math.abs(trajectory.times[at] * 7 - arcAtPoint[k])).toBeLessThanOrEqual(0.001 * arcAtPoint[k]);
    });
  });

  it('is nowhere farther than a millimetre from the curve', () => {
    const positions = positionsOf(pathTrajectory(points.slice(0, 5), { speed: 7, smooth: {} }));
    let farthest = 0;
    for (const piece of catmullRom(points.slice(0, 5)))
      for (let t = 0; t <= 1; t += 0.01) {
        const distances = positions.slice(1).map((to, k) => lineDistance(piece.at(t), positions[k], to));
        farthest = Math.max(farthest, Math.min(...distances));
      }
    expect(farthest).toBeLessThan(0.0011);
  });

  it('heads along the curve: never turns by much from pose to pose', () => {
    const trajectory = pathTrajectory(points, { speed: 7, smooth: { tension: 0.2, knots: 'uniform' } });
    for (let k = 1; k < trajectory.times.length; k++) {
      const turn = attitudeDeg(trajectory, k)[0] - attitudeDeg(trajectory, k - 1)[0];
      expect(Math.abs(turn - 360 * Math.round(turn / 360))).toBeLessThan(7);
    }
  });

  it('leaves out what lies within the tolerance', () => {
    const wavy: Vec3[] = [
      [0, 0, 0],
      [10, 0.2, 0],
      [20, -0.2, 0],
      [30, 0, 0],
    ];
    const trajectory = pathTrajectory(wavy, { speed: 1, smooth: { tolerance: 0.5 } });
    expect(durationOf(trajectory)).toBeCloseTo(30, 9);
  });

  it('goes round a loop that lies within the tolerance of its start', () => {
    const loop: Vec3[] = [
      [0, 0, 0],
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 0],
    ];
    const [within, without] = [{ tolerance: 50 }, {}].map((smooth) => pathTrajectory(loop, { speed: 1, smooth }));
    expect([...within.times]).toEqual([...without.times]);
  });

  it('has centripetal knots and no tension unless it is told', () => {
    const [plain, stated, even, taut] = [
      {},
      { knots: 'centripetal', tension: 0 } as const,
      { knots: 'uniform' } as const,
      { tension: 0.5 },
    ].map((smooth) => durationOf(pathTrajectory(points, { speed: 7, smooth })));
    expect(plain).toBe(stated);
    expect(Math.abs(even - plain)).toBeGreaterThan(0.01);
    expect(plain - taut).toBeGreaterThan(0.01);
  });

  it('has no poses between points on a straight line', () => {
    const line: Vec3[] = [
      [0, 0, 0],
      [10, 0, 0],
      [20, 0, 0],
      [30, 0, 0],
    ];
    expect(positionsOf(pathTrajectory(line, { speed: 1, smooth: {} }))).toEqual(line);
  });

  it('leans into turns as v²/(g r) asks for', () => {
    const circle = Array.from(
      { length: 73 },
      (_, k): Vec3 => [200 * Math.cos(k * 5 * DEGREE), -200 * Math.sin(k * 5 * DEGREE), 0],
    );
    const trajectory = pathTrajectory(circle, { speed: 30, smooth: {}, banking: true });
    const middle = trajectory.times.length >> 1;
    // Clockwise from above: to the right, the right side down.
    expect(attitudeDeg(trajectory, middle)[2]).toBeCloseTo((Math.atan(900 / 200 / 9.80665) * 180) / Math.PI, 1);
  });

  it('is level on a straight line between turns', () => {
    const hook: Vec3[] = [
      [0, 0, 0],
      [0, 500, 0],
      [0, 1000, 0],
      [300, 1000, 0],
    ];
    const trajectory = pathTrajectory(hook, { speed: 20, smooth: {}, banking: true });
    const at = trajectory.times.findIndex((time) => time > 10);
    expect(attitudeDeg(trajectory, at)[2]).toBeCloseTo(0, 9);
  });
});

function lineDistance(point: Vec3, from: Vec3, to: Vec3): number {
  const [way, offset] = [subtract(to, from), subtract(point, from)];
  const squared = way[0] ** 2 + way[1] ** 2 + way[2] ** 2;
  const t = Math.min(1, Math.max(0, (way[0] * offset[0] + way[1] * offset[1] + way[2] * offset[2]) / squared));
  return length([offset[0] - t * way[0], offset[1] - t * way[1], offset[2] - t * way[2]]);
}
