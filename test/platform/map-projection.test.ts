import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { rotate } from '../../src/base/quaternion.js';
import { createMapProjection, type ProjectionChoice } from '../../src/platform/map-projection.js';
import { DEGREE } from '../support/trajectories.js';

const PLACE = { file: 'f.out', line: 3 };
const point = (latitude: number, longitude: number, height = 0) => ({
  latitude: latitude * DEGREE,
  longitude: longitude * DEGREE,
  height,
});
const shown = (choice: ProjectionChoice, at: [number, number, number?], first = at) =>
  createMapProjection(choice, point(...first))(point(...at), PLACE);
const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 6));

describe('UTM', () => {
  it('has 500 km at the meridian in the middle of a zone, and 0 at the equator', () => {
    expect(shown({ kind: 'utm' }, [0, 9, 12])).toMatchObject({ position: close(500_000, 0, 12) });
    expect(shown({ kind: 'utm' }, [0, -177, -3])).toMatchObject({ position: close(500_000, 0, -3) });
  });

  it.each([
    [5.9, 31],
    [6.1, 32],
    [-179.9, 1],
    [179.9, 60],
    [180, 1],
    [190, 2],
    [-0.1, 30],
  ])('takes the zone of six degrees that the first point lies in: %d° in %d', (longitude, zone) => {
    const [own, stated] = [{}, { zone }].map((choice) => shown({ kind: 'utm', ...choice }, [48, longitude]).position);
    expect(own).toEqual(stated);
    expect(Math.abs(own[0] - 500_000)).toBeLessThan(3.01 * 111_320 * Math.cos(48 * DEGREE));
  });

  it('keeps the zone of the first point, across 180° too', () => {
    const [x] = shown({ kind: 'utm' }, [0, -179], [0, 179.5]).position;
    // 4° of the equator from the meridian at 177°, a little stretched.
    expect(x).toBeGreaterThan(500_000 + 4 * 111_319 * 0.9996);
    expect(x).toBeLessThan(500_000 + 4 * 111_319 * 1.003);
  });

  it('counts from 10,000 km in the south, and wherever it shall', () => {
    const north = shown({ kind: 'utm' }, [10, 9]).position[1];
    expect(shown({ kind: 'utm' }, [-10, 9]).position[1]).toBeCloseTo(10_000_000 - north, 6);
    expect(shown({ kind: 'utm', south: true }, [10, 9]).position[1]).toBeCloseTo(10_000_000 + north, 6);
    expect(shown({ kind: 'utm', south: false }, [-10, 9]).position[1]).toBeCloseTo(-north, 6);
    // The first point chooses: its neighbours beyond the equator go on below 0.
    expect(shown({ kind: 'utm' }, [-10, 9], [10, 9]).position[1]).toBeCloseTo(-north, 6);
    expect(shown({ kind: 'utm' }, [0, 9]).position[1]).toBe(0);
  });

  it('turns east and north by the convergence: sin φ · Δλ near the meridian, counterclockwise to the east', () => {
    const { frame } = shown({ kind: 'utm' }, [30, 9.01]);
    const turn = 0.5 * 0.01 * DEGREE;
    expect(rotate(frame, [0, 1, 0])).toEqual([-turn, 1, 0].map((value) => expect.closeTo(value, 8)));
  });

  it('reaches 10° to both sides', () => {
    for (const longitude of [-0.999, 18.999])
      expect(() => shown({ kind: 'utm', zone: 32 }, [48, longitude])).not.toThrow();
    for (const longitude of [-1.001, 19.001]) {
      const refused = () => shown({ kind: 'utm', zone: 32 }, [48, longitude]);
      expect(refused).toThrow(UserError);
      expect(refused).toThrow(
        `found the longitude ${longitude.toFixed(6)}°, expected at most 10° from the middle of UTM`,
      );
    }
  });
});

describe('the plane of a point', () => {
  const RADIUS = 6_378_137;

  it('is that of the first point, or of a given origin', () => {
    expect(shown({ kind: 'local' }, [48, 11, 500]).position).toEqual(close(0, 0, 0));
    const origin = point(0, 0, 100);
    expect(shown({ kind: 'local', origin }, [0, 0, 130]).position).toEqual(close(0, 0, 30));
    // A quarter of the equator to the east: the chord leads a radius to the east and a radius down.
    const { position, frame } = shown({ kind: 'local', origin: point(0, 0) }, [0, 90]);
    expect(position).toEqual(close(RADIUS, 0, -RADIUS));
    // There up is east, and east is down; north is north.
    expect(rotate(frame, [0, 0, 1])).toEqual(close(1, 0, 0));
    expect(rotate(frame, [1, 0, 0])).toEqual(close(0, 0, -1));
    expect(rotate(frame, [0, 1, 0])).toEqual(close(0, 1, 0));
  });

  it('sees the pole a polar radius away', () => {
    const polar = RADIUS * (1 - 1 / 298.257223563);
    expect(shown({ kind: 'local', origin: point(0, 20) }, [90, 0, 10]).position).toEqual(close(0, polar + 10, -RADIUS));
  });
});
