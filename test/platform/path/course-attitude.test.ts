import { describe, expect, it } from 'vitest';
import { courseAttitude } from '../../../src/platform/path/course-attitude.js';
import { attitudeDeg, trajectoryOf } from '../../support/trajectories.js';

describe('an attitude along the course', () => {
  const headings = (rows: number[][], climb = false) => {
    const found = courseAttitude(trajectoryOf(rows), { climb });
    return Array.from(found.times, (_, k) => attitudeDeg(found, k).map((angle) => Math.round(angle * 1e6) / 1e6 + 0));
  };

  it('leads from the pose before to the one after', () => {
    const course = headings([
      [0, 0, 0, 0],
      [1, 0, 1, 0],
      [2, 1, 1, 0],
      [3, 1, 0, 0],
    ]);
    expect(course.map(([heading]) => heading)).toEqual([0, 45, 135, 180]);
  });

  it('has one attitude for each pose', () => {
    const trajectory = trajectoryOf([
      [0, 0, 0, 0],
      [1, 1, 0, 0],
      [2, 1, 1, 0],
    ]);
    expect(courseAttitude(trajectory).orientations).toHaveLength(4 * trajectory.times.length);
  });

  it('stays where the path stops, on the spot and at both ends', () => {
    const course = headings([
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [2, 1, 0, 0],
      [3, 1, 0, 0],
      [4, 1, 0, 0],
      [5, 1, -1, 0],
      [6, 1, -1, 0],
    ]);
    expect(course.map(([heading]) => heading)).toEqual([90, 90, 90, 90, 90, 180, 180]);
  });

  it('keeps the heading on a vertical stretch, and noses up where it shall', () => {
    const rows = [
      [0, 0, 0, 0],
      [1, 1, 0, 1],
      [2, 1, 0, 2],
      [3, 1, 0, 3],
    ];
    expect(headings(rows).map(([heading]) => heading)).toEqual([90, 90, 90, 90]);
    expect(headings(rows, true).map(([, pitch]) => pitch)).toEqual([45, 63.434949, 90, 90]);
  });

  it('heads where it will go while it rises straight up at the beginning', () => {
    const rows = [
      [0, 0, 0, 0],
      [1, 0, 0, 5],
      [2, 0, 0, 9],
      [3, -4, 0, 9],
      [4, -8, 0, 9],
    ];
    expect(headings(rows, true)).toEqual([
      [-90, 90, 0],
      [-90, 90, 0],
      [-90, 45, 0],
      [-90, 0, 0],
      [-90, 0, 0],
    ]);
  });

  it('keeps its heading in moves smaller than those that count', () => {
    const rows = [
      [0, 0, 0, 0],
      [1, 0, 3, 0],
      [2, 0, 6, 0],
      [3, 0.4, 6, 0],
      [4, 0, 6, 0],
    ];
    const headingsBy = (leastMove?: number) => {
      const found = courseAttitude(trajectoryOf(rows), { leastMove });
      return rows.map((_, k) => Math.round(attitudeDeg(found, k)[0]));
    };
    expect(headingsBy(0.5)).toEqual([0, 0, 0, 0, 0]);
    expect(headingsBy()).toEqual([0, 0, 8, 8, -90]);
  });

  it('is north for what never moves', () => {
    expect(
      headings([
        [0, 1, 1, 1],
        [1, 1, 1, 1],
      ]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('follows what creeps less than a millimetre a pose', () => {
    const creeping = Array.from({ length: 41 }, (_, k) => [
      k,
      k < 20 ? 0 : (k - 20) * 4e-4,
      k < 20 ? k * 4e-4 : 20 * 4e-4,
      0,
    ]);
    const course = headings(creeping);
    expect(course[10][0]).toBeCloseTo(0, 6);
    expect(course[40][0]).toBeCloseTo(90, 6);
  });
});
