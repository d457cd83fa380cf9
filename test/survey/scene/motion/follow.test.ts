import { describe, expect, it } from 'vitest';
import { headingAt, movingScene, placeAt } from './moving-scene.js';

const rounded = (place: readonly number[]) => place.map((value) => Math.round(value * 1e3) / 1e3 + 0);

describe('a part that follows another one', () => {
  it('keeps its place on it', async () => {
    const scene = await movingScene(
      '{ name: load, file: car.obj, transform: { translate: [0, -3, 1] }, motion: { follow: { part: truck } } }, { name: truck, file: car.obj, motion: { velocity: [0, 10, 0], turnRate: 30 } }',
    );
    for (const time of [0, 1.234, 3, 7.5]) {
      const heading = (30 * time * Math.PI) / 180;
      const [x, y] = placeAt(scene, time, [0, 0, 0], 1);
      const load = placeAt(scene, time, [0, 0, 0], 0);
      expect(Math.abs(load[0] - (x - 3 * Math.sin(heading)))).toBeLessThan(2e-4);
      expect(Math.abs(load[1] - (y - 3 * Math.cos(heading)))).toBeLessThan(2e-4);
      expect(load[2]).toBeCloseTo(1, 9);
      expect(headingAt(scene, time, 0)).toBeCloseTo(headingAt(scene, time, 1), 6);
    }
  });

  it('is where its offset and its rotation say', async () => {
    const scene = await movingScene(
      '{ name: crane, file: car.obj, motion: { keys: [{ time: 0, position: [5, 0, 0] }, { time: 2, position: [5, 0, 0], heading: 180 }] } }, { file: car.obj, motion: { follow: { part: crane, offset: [0, 4, 2], rotate: [0, 0, -90] } } }',
    );
    expect(rounded(placeAt(scene, 0, [0, 0, 0], 1))).toEqual([5, 4, 2]);
    expect(rounded(placeAt(scene, 1, [0, 0, 0], 1))).toEqual([9, 0, 2]);
    expect(headingAt(scene, 1, 1)).toBeCloseTo(180, 6);
  });

  it('keeps to an arc far from an axis to 0.1 mm', async () => {
    const scene = await movingScene(
      '{ name: mast, file: car.obj, motion: { spin: { axis: [0, 0, 1], rate: 90 } } }, { file: car.obj, motion: { follow: { part: mast, offset: [0, 60, 0] } } }',
    );
    for (let time = 0; time < 8; time += 0.0037) {
      const [x, y] = placeAt(scene, time, [0, 0, 0], 1);
      expect(Math.abs(Math.hypot(x, y) - 60)).toBeLessThan(1.1e-4);
      expect(Math.abs(x + 60 * Math.sin((Math.PI / 2) * time))).toBeLessThan(2e-4);
    }
  });

  it('turns behind it where it turned, and stops where it stops', async () => {
    const scene = await movingScene(
      '{ name: tractor, file: car.obj, motion: { path: [[0, 0, 0], [0, 10, 0], [10, 10, 0]], speed: 2 } }, { name: trailer, file: car.obj, motion: { follow: { part: tractor, behind: 6 } } }',
      { seconds: 20 },
    );
    const trailer = (time: number) => rounded(placeAt(scene, time, [0, 0, 0], 1));
    expect(trailer(0)).toEqual([0, -6, 0]);
    expect(trailer(2)).toEqual([0, -2, 0]);
    expect(trailer(7)).toEqual([0, 8, 0]);
    expect(rounded(placeAt(scene, 7))).toEqual([4, 10, 0]);
    expect([headingAt(scene, 7, 0), headingAt(scene, 7, 1)].map(Math.round)).toEqual([90, 0]);
    expect(trailer(9)).toEqual([2, 10, 0]);
    expect(trailer(15)).toEqual([4, 10, 0]);
  });

  it('goes round and round behind it', async () => {
    const scene = await movingScene(
      '{ name: tram, file: car.obj, motion: { velocity: [0, 10, 0], turnRate: 45 } }, { file: car.obj, motion: { follow: { part: tram, behind: 5 } } }',
      { seconds: 30 },
    );
    for (let time = 1; time < 29; time += 0.31) {
      const [here, before] = [placeAt(scene, time, [0, 0, 0], 1), placeAt(scene, time - 0.5)];
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(here[axis] - before[axis])).toBeLessThan(1e-3);
    }
  });
});
