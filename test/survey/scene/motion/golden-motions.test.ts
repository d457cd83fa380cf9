import { describe, expect, it } from 'vitest';
import { transformDirection } from '../../../../src/base/affine.js';
import { headingAt, moverAt, movingScene, placeAt } from './moving-scene.js';

/** Numbers computed by formulas, in f64. */
describe('motions of parts', () => {
  it('let a plate 1 m wide that crosses at 20 m/s be hit for 50 ms', async () => {
    const scene = await movingScene('{ file: car.obj, motion: { velocity: [20, 0, 0], start: 0.1 } }', { seconds: 1 });
    let hits = 0;
    for (let shot = 0; shot < 10_000; shot++) if (Math.abs(placeAt(scene, shot / 10_000)[0] - 4.75) <= 0.5) hits++;
    expect(Math.abs(hits - 500)).toBeLessThanOrEqual(1);
  });

  it('bring a wall that closes at 20 m/s from 50 m to 35 m in 0.75 s', async () => {
    const scene = await movingScene(
      '{ file: car.obj, transform: { translate: [0, 50, 0] }, motion: { velocity: [0, -20, 0] } }',
    );
    expect(placeAt(scene, 0.75)[1]).toBeCloseTo(35, 10);
    expect(placeAt(scene, 0)).toEqual([0, 50, 0]);
    expect(placeAt(scene, -1)).toEqual([0, 50, 0]);
  });

  it('turn a plate at 30 rpm by 36° in 0.2 s', async () => {
    const scene = await movingScene('{ file: car.obj, motion: { spin: { axis: [0, 0, 2], rate: 180 } } }');
    expect(transformDirection(moverAt(scene, 0.2), [0, 1, 0])[1]).toBeCloseTo(0.809017, 6);
  });

  it('turn a fan at 300 rpm', async () => {
    const scene = await movingScene('{ file: car.obj, motion: { spin: { axis: [0, 0, 1], rate: 1800 } } }');
    for (const time of [0.123456, 0.123456 + 0.2, 0.123456 + 9.6]) {
      const [x, y] = transformDirection(moverAt(scene, time), [1, 0, 0]);
      expect(x).toBeCloseTo(-0.740561, 5);
      expect(y).toBeCloseTo(-0.671989, 5);
    }
  });

  it('drive a turn clockwise from above', async () => {
    const scene = await movingScene(
      '{ file: car.obj, motion: { velocity: [0, 10, 0], turnRate: 11.459155902616464 } }',
    );
    const [x, y, z] = placeAt(scene, 2);
    expect(Math.abs(x - 3.94695)).toBeLessThan(1e-4);
    expect(Math.abs(y - 19.470917)).toBeLessThan(1e-4);
    expect(z).toBe(0);
    expect(headingAt(scene, 2)).toBeCloseTo(22.918312, 4);
  });

  it('keep to 0.1 mm on a circle that is driven round and round', async () => {
    const scene = await movingScene('{ file: car.obj, motion: { velocity: [0, 10, 0], turnRate: 90 } }', {
      seconds: 21,
    });
    const radius = 10 / (Math.PI / 2);
    for (let time = 0; time < 21; time += 0.0137) {
      const [x, y] = placeAt(scene, time);
      const angle = (Math.PI / 2) * time;
      expect(Math.abs(x - radius * (1 - Math.cos(angle)))).toBeLessThan(1.1e-4);
      expect(Math.abs(y - radius * Math.sin(angle))).toBeLessThan(1.1e-4);
      expect(Math.abs(((headingAt(scene, time) - 90 * time + 1e4 * 360 + 180) % 360) - 180)).toBeLessThan(1e-3);
    }
    expect(scene.motions?.[0].period).toBeCloseTo(4, 12);
  });
});
