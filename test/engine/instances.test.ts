import { describe, expect, it } from 'vitest';
import type { Affine } from '../../src/base/affine.js';
import { compose, rotation, scaling, transformPoint, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { normalize } from '../../src/base/vec3.js';
import { outliers } from '../support/outliers.js';
import { column, scan, station, testScanner } from '../support/scan.js';
import { meshOf, random, sceneOf, sphere } from '../support/scenes.js';

/** Turned, stretched unevenly, now and then mirrored, somewhere within 20 m. */
function somewhere(next: () => number): Affine {
  const axis = normalize([next() - 0.5, next() - 0.5, next() - 0.5]);
  const stretch: Vec3 = [0.5 + next(), 0.5 + next(), (0.5 + next()) * (next() < 0.3 ? -1 : 1)];
  const shift: Vec3 = [next() * 40 - 20, next() * 40 - 20, next() * 20 - 10];
  return compose(translation(shift), compose(rotation(axis, next() * 6), scaling(stretch)));
}

const WIDE_SCAN = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -1.5,
    elevationMax: 1.5,
    verticalStep: 0.02,
    horizontalStep: 0.02,
    lineRateMaxHz: 100,
  },
});

describe('instances', () => {
  const seed = 42;
  const next = random(seed);
  const triangles = sphere(1, 24);
  const transforms = Array.from({ length: 200 }, () => somewhere(next));
  const instanced = sceneOf([meshOf(triangles)], { placed: transforms.map((transform) => ({ mesh: 0, transform })) });
  const flat = sceneOf(
    transforms.map((transform) => {
      const points = [];
      for (let k = 0; k < triangles.length; k += 3)
        points.push(...transformPoint(transform, [triangles[k], triangles[k + 1], triangles[k + 2]]));
      return meshOf(points);
    }),
  );

  it('give the points of the same geometry written out', async () => {
    const legs = [station([0, 0, 0], { sectorDeg: 360 })];
    const a = await scan(instanced, legs, { scanner: WIDE_SCAN });
    const b = await scan(flat, legs, { scanner: WIDE_SCAN });
    expect(a.counters.returns, `seed ${seed}`).toBeGreaterThan(5_000);
    // f32 rounding moves silhouettes by micrometres: a subray in a thousand may pass.
    expect(Math.abs(a.counters.hits - b.counters.hits)).toBeLessThan(b.counters.hits / 1000);
    const byPulse = (run: typeof a) => {
      const [time, number, range, instance] = [
        column(run, 'gpsTime'),
        column(run, 'returnNumber'),
        column(run, 'range'),
        column(run, 'instance'),
      ];
      const normal = column(run, 'normal');
      return new Map(
        time.map((t, k) => [
          `${t}/${number[k]}`,
          { range: range[k], instance: instance[k], normal: normal.slice(3 * k, 3 * k + 3) },
        ]),
      );
    };
    const [ours, theirs] = [byPulse(a), byPulse(b)];
    let different = 0;
    for (const [key, point] of theirs) {
      const other = ours.get(key);
      const same =
        other &&
        other.instance === point.instance &&
        Math.abs(other.range - point.range) < 1e-3 &&
        other.normal.every((x, k) => Math.abs(x - point.normal[k]) < 1e-2);
      if (!same) different++;
    }
    expect(different, `seed ${seed}`).toBeLessThan(theirs.size / 200);
  });

  it('turn normals to the sensor, mirrored ones too', async () => {
    const result = await scan(instanced, [station([0, 0, 0], { sectorDeg: 360 })], { scanner: WIDE_SCAN });
    const normal = column(result, 'normal');
    const [x, y, z] = [column(result, 'x'), column(result, 'y'), column(result, 'z')];
    const towards = x.map((_, k) => normal[3 * k] * x[k] + normal[3 * k + 1] * y[k] + normal[3 * k + 2] * z[k]);
    expect(outliers(towards, (product) => product < 1e-3)).toEqual([]);
    const lengths = x.map((_, k) => Math.hypot(...normal.slice(3 * k, 3 * k + 3)));
    expect(outliers(lengths, (length) => Math.abs(length - 1) < 0.5e-4)).toEqual([]);
  });
});
