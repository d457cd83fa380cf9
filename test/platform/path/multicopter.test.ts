import { describe, expect, it } from 'vitest';
import { length, subtract, type Vec3 } from '../../../src/base/vec3.js';
import type { Trajectory } from '../../../src/platform/leg.js';
import { type MulticopterOptions, multicopterTrajectory } from '../../../src/platform/path/multicopter.js';
import { poseAt } from '../../../src/platform/pose-at.js';
import { attitudeDeg, DEGREE, positionsOf, randomNumbers } from '../../support/trajectories.js';

const OPTIONS: MulticopterOptions = { speed: 10, acceleration: 2, yawRate: 45 * DEGREE, turn: 'stop' };
const durationOf = ({ times }: Trajectory) => times[times.length - 1];
const at = (trajectory: Trajectory, time: number) => poseAt({ kind: 'recorded', trajectory }, time).position;
const SQUARE: Vec3[] = [
  [0, 0, 20],
  [0, 100, 20],
  [100, 100, 20],
  [100, 0, 20],
];

/** Seconds from rest to `last` over `way` metres, up to `top` and down again where there is time for it. */
function lineTime(way: number, top: number, last: number, acceleration: number): number {
  const most = Math.min(top, Math.sqrt(acceleration * way + last ** 2 / 2));
  const [up, down] = [most ** 2, most ** 2 - last ** 2].map((gain) => gain / (2 * acceleration));
  return most / acceleration + (most - last) / acceleration + (way - up - down) / most;
}

/** Speed and acceleration by differences over `step` seconds. */
function motionAt(trajectory: Trajectory, time: number, step: number) {
  const [a, b, c] = [-1, 0, 1].map((k) => at(trajectory, time + k * step));
  const [into, outOf] = [subtract(b, a), subtract(c, b)];
  return { speed: length(outOf) / step, acceleration: length(subtract(outOf, into)) / step ** 2 };
}

describe('a multicopter that stops at its waypoints', () => {
  it('flies a line as a trapezoid of speed over time', () => {
    const trajectory = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 100, 5],
      ],
      OPTIONS,
    );
    // 5 s and 25 m to speed up and to brake, 50 m at 10 m/s between.
    expect(durationOf(trajectory)).toBeCloseTo(15, 12);
    for (const [time, y] of [
      [0, 0],
      [2, 4],
      [5, 25],
      [7.5, 50],
      [10, 75],
      [13, 96],
      [15, 100],
    ])
      expect(at(trajectory, time)[1]).toBeCloseTo(y, 3);
  });

  it('does not reach its speed on a short line', () => {
    const trajectory = multicopterTrajectory(
      [
        [0, 0, 5],
        [8, 0, 5],
      ],
      OPTIONS,
    );
    expect(durationOf(trajectory)).toBeCloseTo(4, 12);
    expect(at(trajectory, 2)[0]).toBeCloseTo(4, 3);
    expect(at(trajectory, 1)[0]).toBeCloseTo(1, 3);
  });

  it('turns standing, at its rate of yaw, the shorter way', () => {
    const trajectory = multicopterTrajectory(SQUARE, OPTIONS);
    expect(durationOf(trajectory)).toBeCloseTo(3 * 15 + 2 * 2, 9);
    const turning = poseAt({ kind: 'recorded', trajectory }, 16);
    expect(turning.position).toEqual([0, 100, 20].map((value) => expect.closeTo(value, 9)));
    const heading = 2 * Math.atan2(turning.orientation[2], turning.orientation[3]);
    expect(-heading / DEGREE).toBeCloseTo(45, 9);
    expect(attitudeDeg(trajectory, trajectory.times.length - 1)[0]).toBeCloseTo(180, 9);
  });

  it('takes half a turn without getting lost', () => {
    const there = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 100, 5],
        [0, 0, 5],
      ],
      OPTIONS,
    );
    expect(durationOf(there)).toBeCloseTo(15 + 4 + 15, 9);
    expect(attitudeDeg(there, there.times.length - 1)[0]).toBeCloseTo(180, 6);
  });

  it('keeps its heading on vertical lines, and a given one everywhere', () => {
    const tower: Vec3[] = [
      [0, 0, 0],
      [0, 0, 20],
      [30, 0, 20],
    ];
    const trajectory = multicopterTrajectory(tower, OPTIONS);
    expect(attitudeDeg(trajectory, 0)[0]).toBeCloseTo(90, 9);
    const fixed = multicopterTrajectory(SQUARE, { ...OPTIONS, heading: 0.5 });
    expect(durationOf(fixed)).toBeCloseTo(45, 9);
    for (let k = 0; k < fixed.times.length; k++) expect(attitudeDeg(fixed, k)[0]).toBeCloseTo(0.5 / DEGREE, 9);
  });

  it('refuses to stay where it is', () => {
    expect(() =>
      multicopterTrajectory(
        [
          [1, 2, 3],
          [1, 2, 3],
        ],
        OPTIONS,
      ),
    ).toThrow('the path has no length');
  });
});

describe('the numbers of a multicopter', () => {
  const hop: Vec3[] = [
    [0, 0, 5],
    [0, 10, 5],
  ];

  it.each(['speed', 'acceleration', 'yawRate'])('refuse a %s that is not above 0', (name) => {
    for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => multicopterTrajectory(hop, { ...OPTIONS, [name]: value })).toThrow(
        `${name}: found ${value}, expected a number > 0`,
      );
  });

  it('decide how many poses there are: as many as keep lines within a tenth of a millimetre of the motion', () => {
    const trajectory = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 100, 5],
      ],
      OPTIONS,
    );
    // A chord of a parabola is off by a t²/8: 0.02 s at 2 m/s², for 5 s on both sides; the even stretch takes none.
    expect(trajectory.times).toHaveLength(1 + 250 + 1 + 250);
    for (let time = 0.01; time < 5; time += 0.02) {
      const off = time ** 2 - at(trajectory, time)[1];
      expect(Math.abs(off)).toBeLessThan(1.001e-4);
    }
  });
});

describe('a multicopter that rounds its corners', () => {
  const smooth: MulticopterOptions = { ...OPTIONS, turn: 'smooth' };

  it('is faster than one that stops, and within its acceleration all the way', () => {
    const trajectory = multicopterTrajectory(SQUARE, smooth);
    expect(durationOf(trajectory)).toBeLessThan(40);
    for (let time = 0.2; time < durationOf(trajectory) - 0.2; time += 0.037) {
      const { speed, acceleration } = motionAt(trajectory, time, 0.2);
      expect(speed).toBeLessThan(10.001);
      expect(acceleration).toBeLessThan(2 * Math.SQRT2 + 0.05);
    }
  });

  it('flies the arc that its acceleration allows: radius v²/a, here 50 m and all of half a side', () => {
    const trajectory = multicopterTrajectory(SQUARE, smooth);
    const distances = positionsOf(trajectory).map(([x, y]) => Math.hypot(x - 50, y - 50));
    const inArc = positionsOf(trajectory).flatMap(([, y], k) => (y > 50.001 ? [distances[k]] : []));
    expect(inArc.length).toBeGreaterThan(50);
    for (const distance of inArc) expect(distance).toBeCloseTo(50, 6);
    // 50 m to speed up (sqrt(2 a 50) > 10 m/s), half a circle, 50 m to brake.
    expect(durationOf(trajectory)).toBeCloseTo(2 * (5 + 25 / 10) + (Math.PI * 50) / 10, 9);
  });

  it('has a pose wherever an arc is off its chord by a tenth of a millimetre', () => {
    const trajectory = multicopterTrajectory(SQUARE, smooth);
    // r t²/8: 0.004 rad of 50 m, 393 of them in a right angle; the even lines take one pose,
    // those of 5 s at 2 m/s² 250.
    expect(trajectory.times).toHaveLength(1 + 2 * (250 + 1 + 393));
  });

  it.each([
    // 2 a 10 m allow more than the 4.47 m/s of an arc of 10 m: up to √30 m/s and down again.
    [
      'short lines: radius half of them',
      20,
      {},
      2 * (Math.sqrt(30) - Math.sqrt(20) / 2) + (Math.PI / 2) * Math.sqrt(5),
    ],
    // r = v / ω = 10 / (π/9); 0.2 s and 1 m to speed up.
    [
      'a slow yaw: radius speed over rate',
      100,
      { acceleration: 50, yawRate: 20 * DEGREE },
      2 * (0.2 + (100 - 90 / Math.PI - 1) / 10) + 90 / 20,
    ],
    // The yaw takes r = 30 / (π/2) · … more than the lines have room for: 50 m, flown at 50 m · 20°/s.
    [
      'a slow yaw and no room: no faster than it yaws',
      100,
      { speed: 30, acceleration: 100, yawRate: 20 * DEGREE },
      2 * lineTime(50, 30, (50 * Math.PI) / 9, 100) + 90 / 20,
    ],
  ])('rounds a right angle between %s', (_, side, limits, duration) => {
    const corner: Vec3[] = [
      [0, 0, 5],
      [0, side, 5],
      [side, side, 5],
    ];
    expect(durationOf(multicopterTrajectory(corner, { ...smooth, ...limits }))).toBeCloseTo(duration, 9);
  });

  it('rounds a corner into a climb without yawing, and into a vertical line with a heading that is given', () => {
    const climb = (slope: number): Vec3[] => [
      [0, 0, 5],
      [0, 100, 5],
      [0, 100 + 100 * Math.cos(slope), 5 + 100 * Math.sin(slope)],
    ];
    for (const [slope, heading] of [
      [Math.PI / 4, undefined],
      [Math.PI / 2, 0.5],
    ] as const) {
      // Radius v²/a = 50 m; the lines are shorter by 50 m times the tangent of half the turn, 25 m of them to speed up.
      const line = 100 - 50 * Math.tan(slope / 2);
      const found = multicopterTrajectory(climb(slope), { ...smooth, yawRate: 0.001, heading });
      expect(durationOf(found)).toBeCloseTo(2 * (5 + (line - 25) / 10) + (50 * slope) / 10, 9);
    }
  });

  it('yaws no faster than it can', () => {
    const trajectory = multicopterTrajectory(SQUARE, { ...smooth, acceleration: 50, yawRate: 20 * DEGREE });
    for (let k = 1; k < trajectory.times.length; k++) {
      const turn = attitudeDeg(trajectory, k)[0] - attitudeDeg(trajectory, k - 1)[0];
      const rate = Math.abs(turn - 360 * Math.round(turn / 360)) / (trajectory.times[k] - trajectory.times[k - 1]);
      expect(rate).toBeLessThan(20.001);
    }
  });

  it('stops where it must turn back, or change between level and vertical with another heading', () => {
    const back = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 100, 5],
        [0, 0, 5],
      ],
      smooth,
    );
    expect(durationOf(back)).toBeCloseTo(34, 9);
    const up = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 100, 5],
        [0, 100, 105],
      ],
      smooth,
    );
    expect(positionsOf(up).some((position) => length(subtract(position, [0, 100, 5])) < 1e-9)).toBe(true);
  });

  it('flies through points on a line as if they were not there', () => {
    const trajectory = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 30, 5],
        [0, 60, 5],
        [0, 100, 5],
      ],
      smooth,
    );
    expect(durationOf(trajectory)).toBeCloseTo(15, 9);
  });
});

describe.each(['stop', 'smooth'] as const)('any flight with turn: %s', (turn) => {
  const seed = 2024;
  const random = randomNumbers(seed);
  const flights = Array.from({ length: 15 }, () =>
    Array.from({ length: 6 }, (): Vec3 => [random() * 80, random() * 80, random() < 0.3 ? 10 : random() * 40]),
  );

  it.each(flights.map((points, k) => [k, points] as const))(
    '%i never overshoots, ends at rest where it shall',
    (_, points) => {
      const trajectory = multicopterTrajectory(points, { ...OPTIONS, turn, speed: 12, acceleration: 3 });
      const positions = positionsOf(trajectory);
      expect(length(subtract(positions[0], points[0])), `seed ${seed}`).toBeLessThan(1e-9);
      expect(length(subtract(positions.at(-1) as Vec3, points.at(-1) as Vec3))).toBeLessThan(1e-9);
      for (const axis of [0, 1, 2]) {
        const [flown, given] = [positions, points].map((list) => list.map((position) => position[axis]));
        expect(Math.min(...flown)).toBeGreaterThan(Math.min(...given) - 1e-9);
        expect(Math.max(...flown)).toBeLessThan(Math.max(...given) + 1e-9);
      }
      if (turn === 'stop')
        for (const point of points)
          expect(Math.min(...positions.map((position) => length(subtract(position, point))))).toBeLessThan(1e-9);
      const steps = Array.from(trajectory.times.subarray(1), (time, k) => time - trajectory.times[k]);
      expect(Math.min(...steps)).toBeGreaterThan(0);
      const speeds = steps.map((step, k) => length(subtract(positions[k + 1], positions[k])) / step);
      expect(Math.max(...speeds)).toBeLessThan(12.0001);
      expect(motionAt(trajectory, durationOf(trajectory) - 0.01, 0.01).speed).toBeLessThan(0.04);
      expect([...trajectory.orientations].every(Number.isFinite)).toBe(true);
    },
  );
});

describe('a scanner without gimbal', () => {
  it('leans with the craft: nose down to speed up, up to brake, level in between', () => {
    const trajectory = multicopterTrajectory(
      [
        [0, 0, 5],
        [0, 100, 5],
      ],
      { ...OPTIONS, gimbal: false },
    );
    const pitchAt = (time: number) =>
      attitudeDeg(
        trajectory,
        trajectory.times.findIndex((t) => t >= time),
      )[1];
    const lean = (Math.atan(2 / 9.80665) * 180) / Math.PI;
    expect(pitchAt(2.5)).toBeCloseTo(-lean, 6);
    expect(pitchAt(7.5)).toBeCloseTo(0, 6);
    expect(pitchAt(12.5)).toBeCloseTo(lean, 6);
    // Half of the time that is averaged it still speeds up; at the ends it stands for the other half.
    const half = (Math.atan(1 / 9.80665) * 180) / Math.PI;
    expect([0, 5, 10, 15].map(pitchAt)).toEqual([-half, -half, half, half].map((pitch) => expect.closeTo(pitch, 6)));
  });

  it('leans forward by what a climb leaves of it, whatever its heading, with a pose every twentieth of a second', () => {
    const [sine, cosine] = [Math.sin(120 * DEGREE), Math.cos(120 * DEGREE)];
    const climb: Vec3[] = [
      [0, 0, 5],
      [100 * sine, 100 * cosine, 105],
    ];
    const trajectory = multicopterTrajectory(climb, { ...OPTIONS, gimbal: false });
    const [heading, pitch, roll] = attitudeDeg(
      trajectory,
      trajectory.times.findIndex((time) => time >= 2.5),
    );
    // 2 m/s² at 45°: √2 forward and √2 up.
    const lean = Math.atan(Math.SQRT2 / (9.80665 + Math.SQRT2)) / DEGREE;
    expect([heading, pitch, roll]).toEqual([120, -lean, 0].map((angle) => expect.closeTo(angle, 6)));
    const steps = Array.from(trajectory.times.subarray(1), (time, k) => time - trajectory.times[k]);
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.05 + 1e-12);
  });

  it('rolls to the left in a turn to the left', () => {
    const mirrored = SQUARE.map(([x, y, z]): Vec3 => [-x, y, z]);
    const trajectory = multicopterTrajectory(mirrored, { ...OPTIONS, turn: 'smooth', gimbal: false });
    const middle = trajectory.times.findIndex((time) => time >= durationOf(trajectory) / 2);
    expect(attitudeDeg(trajectory, middle)[2]).toBeCloseTo((-Math.atan(2 / 9.80665) * 180) / Math.PI, 2);
  });

  it('rolls into a turn to the right', () => {
    const trajectory = multicopterTrajectory(SQUARE, { ...OPTIONS, turn: 'smooth', gimbal: false });
    const middle = trajectory.times.findIndex((time) => time >= durationOf(trajectory) / 2);
    expect(attitudeDeg(trajectory, middle)[2]).toBeCloseTo((Math.atan(2 / 9.80665) * 180) / Math.PI, 2);
  });
});
