import { describe, expect, it } from 'vitest';
import type { HeightPlan } from '../../../src/planning/flight/flight-heights.js';
import { legSections } from '../../../src/planning/flight/flight-legs.js';
import { flightSection, flightTime, pathSection, round, runUp } from '../../../src/planning/flight/leg-section.js';
import type { FlownLine } from '../../../src/planning/flight/strip-coverage.js';
import { DEGREE } from '../../support/trajectories.js';

const LINES: (FlownLine & { name: string })[] = [
  { name: 'line 1', from: [5, 0], to: [5, 600], length: 600, path: [[5, 0, 100], [5, 600, 100]] },
  { name: 'line 2', from: [35, 640], to: [35, 40], length: 600, path: [[35, 640, 100], [35, 300, 120], [35, 40, 100]] },
]; // biome-ignore format: two lines

const plan = (kind: 'als' | 'uav', speed: number, sector?: readonly [number, number]) =>
  legSections(LINES, {
    kind,
    pace: { speed, overlap: 0 },
    mount: { position: [1, 2, 3], heading: 0, pitch: 0, roll: 0 },
    setting: { changes: {}, sector },
    heights: {} as HeightPlan,
  });

describe('the legs of a flight', () => {
  it('take an aircraft their length over its speed, and a minute to turn besides the way to the next', () => {
    const { sections, times, pauses } = plan('als', 60);
    expect(times).toEqual([10, 10]);
    // 30 m aside and 40 m on.
    expect(pauses).toBeCloseTo(60 + 50 / 60, 12);
    // The scanner sits 1 m to the right, 2 m ahead, 3 m up: the platform flies as much elsewhere.
    expect(sections).toEqual([
      { section: { name: 'line 1', from: [4, -2, 97], to: [4, 598, 97], speed: 60 }, comment: '600 m, 10.0 s' },
      {
        section: {
          name: 'line 2',
          path: [
            [36, 642, 97],
            [36, 302, 117],
            [36, 42, 97],
          ],
          speed: 60,
          pause: 60.833,
        },
        comment: '600 m, 10.0 s',
      },
    ]);
  });

  it('take a multicopter the time from rest to rest, and so do the ways between', () => {
    const { sections, times, pauses } = plan('uav', 10, [-30 * DEGREE, 45 * DEGREE]);
    expect(times).toEqual([65, 65]);
    // 50 m are just what it takes to come to speed and to stop again.
    expect(pauses).toBeCloseTo(10, 12);
    expect(sections[1].section).toEqual({
      name: 'line 2',
      waypoints: [
        [36, 642, 97],
        [36, 302, 117],
        [36, 42, 97],
      ],
      speed: 10,
      acceleration: 2,
      turn: 'smooth',
      azimuth: [-30, 45],
      pause: 10,
    });
    expect(sections[0].section).not.toHaveProperty('pause');
  });
});

describe('a flight from rest to rest', () => {
  it('has a run-up of v²/(2 a), and takes twice the root of way over acceleration where that is not reached', () => {
    expect(runUp(10)).toBe(25);
    expect([8, 50, 100].map((way) => flightTime(way, 10))).toEqual([4, 10, 15]);
  });

  it('is written in millimetres', () => {
    expect([1.23449, -0.00049, 2].map(round)).toEqual([1.234, 0, 2]);
    expect(
      pathSection(
        [
          [0, 0, 1.00049],
          [1, 1, 1],
        ],
        5,
      ),
    ).toEqual({ from: [0, 0, 1], to: [1, 1, 1], speed: 5 });
    expect(flightSection([[0, 0, 1.0006]], 5)).toMatchObject({ waypoints: [[0, 0, 1.001]] });
  });
});
