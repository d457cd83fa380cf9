import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { rotate } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { planeSystem } from '../../src/crs/plane-system.js';
import { readCrs } from '../../src/crs/read-crs.js';
import { createMapProjection, type ProjectionChoice } from '../../src/platform/map-projection.js';
import { DEGREE } from '../support/trajectories.js';

const PLACE = { file: 'f.out', line: 3 };
const point = (latitude: number, longitude: number, height = 0) => ({
  latitude: latitude * DEGREE,
  longitude: longitude * DEGREE,
  height,
});
const shown = (choice: ProjectionChoice, at: [number, number, number?], first = at) =>
  createMapProjection(choice, point(...first), PLACE)(point(...at), PLACE);
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

describe('the plane of a system', () => {
  const systemOf = async (code: string) => {
    const found = await planeSystem((await readCrs(code)).wkt);
    if (found.kind === 'unknown') throw new Error(found.reason);
    return found.system;
  };

  it('is, for UTM, that of the zone', async () => {
    const system = await systemOf('EPSG:25832');
    const [own, zone] = [{ kind: 'system', system } as const, { kind: 'utm' } as const].map((choice) =>
      shown(choice, [48.3, 11.6, 520]),
    );
    expect(Math.hypot(...own.position.map((value, k) => value - zone.position[k]))).toBeLessThan(5e-4);
    own.frame.forEach((part, k) => {
      expect(part).toBeCloseTo(zone.frame[k], 9);
    });
  });

  it.each([
    ['EPSG:28992', 52.01, 4.37],
    ['EPSG:2056', 47.2, 8.5],
    ['EPSG:5514', 49.8, 15.2],
    ['EPSG:2154', 45.2, 5.7],
    ['EPSG:31467', 48.8, 9.2],
    ['EPSG:27700', 55.95, -3.2],
    ['EPSG:23700', 47.5, 19.05],
  ])(
    'of %s turns headings by the convergence: true north is where a step to the north leads',
    async (code, latitude, longitude) => {
      const system = await systemOf(code);
      const step = 0.002;
      const at = (north: number, east: number) =>
        shown({ kind: 'system', system }, [latitude + north, longitude + east, 10], [latitude, longitude]);
      const { frame } = at(0, 0);
      const [south, north, west, east] = [at(-step, 0), at(step, 0), at(0, -step), at(0, step)].map(
        ({ position }) => position,
      );
      const angle = (a: Vec3, b: Vec3, axis: Vec3) => {
        const [x, y] = rotate(frame, axis);
        return Math.atan2((b[1] - a[1]) * x - (b[0] - a[0]) * y, (b[0] - a[0]) * x + (b[1] - a[1]) * y);
      };
      expect(Math.abs(angle(south, north, [0, 1, 0]))).toBeLessThan(1e-7);
      // The grid of a conformal projection has a right angle there, but for shifts between ellipsoids.
      expect(Math.abs(angle(west, east, [1, 0, 0]))).toBeLessThan(1e-5);
      expect(rotate(frame, [0, 0, 1])).toEqual([0, 0, 1]);
    },
  );

  it('turns a line due grid east over Delft by −0.81°', async () => {
    const { frame } = shown({ kind: 'system', system: await systemOf('EPSG:28992') }, [52.01, 4.36]);
    const [x, y] = rotate(frame, [0, 1, 0]);
    // (λ − λ0) sin φ of the oblique stereographic projection, to a hundredth of a degree.
    expect(Math.atan2(x, y) / DEGREE).toBeCloseTo((5.3876 - 4.36) * Math.sin(52.01 * DEGREE), 2);
  });

  it('is refused far outside, and where no way leads to its datum', async () => {
    const [lambert, rd] = [await systemOf('EPSG:2154'), await systemOf('EPSG:28992')];
    expect(() => shown({ kind: 'system', system: lambert }, [-40, 170])).toThrow(
      'found the latitude -40.000000°, longitude 170.000000°, far outside RGF93 v1 / Lambert-93',
    );
    expect(() => shown({ kind: 'system', system: rd }, [48, 11])).toThrow(
      'found the latitude 48.000000°, longitude 11.000000°, from where no way to the datum of Amersfoort / RD New is known',
    );
  });

  it('tells by which way its datum is reached', async () => {
    const told: unknown[] = [];
    shown({ kind: 'system', system: await systemOf('EPSG:28992'), onShift: (shift) => told.push(shift) }, [52, 4.4]);
    expect(told).toMatchObject([{ name: 'Amersfoort to WGS 84 (4) (EPSG:4833)', accuracy: 1 }]);
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
