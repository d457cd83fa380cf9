import { describe, expect, it } from 'vitest';
import { adjustedGpsTime } from '../../../../src/io/units/gps-time.js';
import { keepingLog } from '../../../scene/scene-files.js';
import { headingAt, movingScene, placeAt } from './moving-scene.js';

/** Places of a mover at some times, rounded to 0.1 mm. */
const placesAt = (scene: Awaited<ReturnType<typeof movingScene>>, times: readonly number[], k = 0) =>
  times.map((time) => placeAt(scene, time, [0, 0, 0], k).map((value) => Math.round(value * 1e4) / 1e4 + 0));

describe('the path of a part', () => {
  const PATH = 'path: [[0, 0, 0], [0, 10, 0], [10, 10, 0]], speed: 2';

  it('leads from point to point at its speed, from start on', async () => {
    const scene = await movingScene(`{ file: car.obj, motion: { ${PATH}, start: 1.5 } }`, { seconds: 20 });
    expect(placesAt(scene, [0, 1.5, 4, 9, 20])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 5, 0],
      [5, 10, 0],
      [10, 10, 0],
    ]);
    expect([2, 9].map((time) => headingAt(scene, time))).toEqual([0, 90]);
  });

  it('is followed by the point of reference, wherever the part stands', async () => {
    const at = (reference: string, time: number) =>
      movingScene(
        `{ file: car.obj, transform: { translate: [50, 3, 1] }, motion: { ${PATH}, reference: ${reference} } }`,
      ).then((scene) => ({ scene, place: placesAt(scene, [time])[0] }));
    expect((await at('origin', 1)).place).toEqual([0, 2, 0]);
    const { scene, place } = await at('front', 1);
    expect(place).toEqual([0, 2, 0]);
    expect(scene.bounds.min[1]).toBeCloseTo(-5, 3);
    const rear = await at('rear-axle', 1);
    // A fifth of 4.5 m behind the axle, the rest before it.
    expect(rear.scene.bounds.min[1]).toBeCloseTo(-5, 3);
    const centre = await at('centre', 1);
    expect(centre.scene.bounds.min[2]).toBeCloseTo(-0.75, 3);
  });

  it('is followed to 0.1 mm where it is smooth', async () => {
    const points = Array.from({ length: 13 }, (_, k) => [
      50 * Math.cos((k * Math.PI) / 6),
      50 * Math.sin((k * Math.PI) / 6),
      0,
    ]);
    const scene = await movingScene(
      `{ file: car.obj, motion: { path: ${JSON.stringify(points)}, speed: 15, smooth: {} } }`,
    );
    const { times = [], positions = [] } = scene.motions?.[0] ?? {};
    let most = 0;
    for (let k = 1; k + 1 < times.length; k++) {
      const [a, b, c] = [k - 1, k, k + 1].map((i) => [positions[3 * i], positions[3 * i + 1]]);
      const base = Math.hypot(c[0] - a[0], c[1] - a[1]);
      // The height of three knots over their chord is four times that of two over the curve.
      const height = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / base;
      most = Math.max(most, height / 4);
    }
    expect(most).toBeGreaterThan(1e-6);
    expect(most).toBeLessThan(1.2e-4);
  });

  it('begins anew, goes back, hides the part or goes on', async () => {
    const after = (word: string, more = '') =>
      movingScene(
        `{ file: car.obj, motion: { path: [[0, 0, 0], [0, 10, 0]], speed: 5, start: 1, after: ${word}${more} } }`,
        { seconds: 12 },
      );
    const times = [0, 2, 3.5, 4, 6];
    const y = (scene: Awaited<ReturnType<typeof after>>) => placesAt(scene, times).map((place) => place[1]);
    expect(y(await after('stand'))).toEqual([0, 5, 10, 10, 10]);
    expect(y(await after('loop'))).toEqual([0, 5, 2.5, 5, 5]);
    expect(y(await after('reverse'))).toEqual([0, 5, 7.5, 5, 5]);
    expect(y(await after('continue'))).toEqual([0, 5, 12.5, 15, 25]);
    expect(y(await after('loop', ', before: continue'))).toEqual([-5, 5, 2.5, 5, 5]);
    expect(y(await after('reverse', ', before: hidden'))).toEqual([0, 5, 7.5, 5, 5]);
  });

  it.each([
    ['-y', '180', 180],
    ['+x', '90', 90],
    ['-x', '90', -90],
    ['+y', undefined, undefined],
  ])('warns of a front that looks to %s', async (front, beside, turn) => {
    for (const more of ['', 'instances: [{ translate: [0, 0, 0] }], ', 'objects: part, ']) {
      const log = keepingLog();
      await movingScene(`{ name: car, file: car.obj, front: ${front}, ${more}motion: { ${PATH} } }`, { log });
      const said = log.warnings.filter((line) => line.includes('does not look where it goes'));
      expect(said).toHaveLength(beside === undefined ? 0 : 1);
      if (beside !== undefined) expect(said[0]).toContain(`but ${beside}° beside it: turn it by ${turn}° about z`);
    }
    const told = keepingLog();
    await movingScene(`{ file: car.obj, front: ${front}, motion: { ${PATH}, heading: 20 } }`, { log: told });
    expect(told.warnings.filter((line) => line.includes('does not look where it goes'))).toEqual([]);
  });

  it('warns of a loop that does not close', async () => {
    const log = keepingLog();
    const open = '{ name: bus, file: car.obj, motion: { path: [[0, 0, 0], [3, 4, 0]], speed: 1, after: loop } }';
    await movingScene(open, { log });
    expect(log.warnings.join()).toMatch(
      /survey\.yaml:1:\d+: bus jumps by 5\.00 m and 0\.0° where its motion begins anew/,
    );
  });
});

describe('keys of a part', () => {
  it('are joined by lines, steps and curves', async () => {
    const keys = 'keys: [{ time: 1, position: [0, 0, 0] }, { time: 3, position: [8, 0, 0], heading: 90 }]';
    const at = (interpolation: string) =>
      movingScene(`{ file: car.obj, motion: { ${keys}, interpolation: ${interpolation} } }`);
    const linear = await at('linear');
    expect(placesAt(linear, [0, 1.5, 4])).toEqual([
      [0, 0, 0],
      [2, 0, 0],
      [8, 0, 0],
    ]);
    expect(headingAt(linear, 1.5)).toBeCloseTo(22.5, 6);
    const step = await at('step');
    expect(placesAt(step, [2.999, 3])).toEqual([
      [0, 0, 0],
      [8, 0, 0],
    ]);
    expect([2.999, 3].map((time) => headingAt(step, time))).toEqual([0, 90]);
    const smooth = await at('smooth');
    // 3 s² − 2 s³ at a quarter.
    expect(placeAt(smooth, 1.5)[0]).toBeCloseTo(8 * 0.15625, 3);
    expect(headingAt(smooth, 1.5)).toBeCloseTo(90 * 0.15625, 2);
  });

  it('are kept until the next one on the way back, too', async () => {
    const keys = '{ time: 0, heading: 0 }, { time: 2, heading: 40 }, { time: 3, heading: 170 }';
    for (const before of ['stand', 'hidden']) {
      const more = `interpolation: step, after: reverse, before: ${before}`;
      const scene = await movingScene(`{ file: car.obj, motion: { keys: [${keys}], ${more} } }`, { seconds: 9 });
      const headings = [1, 2.5, 3.5, 3.9, 4.1, 5.9, 6.5, 8.5].map((time) => Math.round(headingAt(scene, time)));
      expect(headings, before).toEqual([0, 40, 40, 40, 0, 0, 0, 40]);
    }
  });

  it('turn a part where it stands', async () => {
    const scene = await movingScene(
      '{ file: car.obj, transform: { translate: [7, 8, 0] }, motion: { keys: [{ time: 2, heading: 0 }, { time: 5, heading: 270 }], interpolation: smooth } }',
    );
    expect(placesAt(scene, [0, 3, 9])).toEqual([
      [7, 8, 0],
      [7, 8, 0],
      [7, 8, 0],
    ]);
    // The angle goes from number to number, not the shorter way.
    expect(headingAt(scene, 3.5)).toBeCloseTo(135, 6);
  });

  it('never overshoot', async () => {
    const scene = await movingScene(
      '{ file: car.obj, motion: { keys: [{ time: 0, position: [0, 0, 0] }, { time: 2, position: [20, 0, 0] }, { time: 5, position: [20, 0, 0] }, { time: 6, position: [60, 0, 0] }], interpolation: smooth } }',
    );
    for (let time = 0; time < 6; time += 0.01) {
      const x = placeAt(scene, time)[0];
      if (time <= 5) expect(x).toBeLessThanOrEqual(20 + 1e-9);
      if (time >= 2) expect(x).toBeGreaterThanOrEqual(20 - 1e-9);
    }
  });

  it('have velocities with smooth curves', async () => {
    const scene = await movingScene(
      '{ file: car.obj, motion: { keys: [{ time: 0, position: [0, 0, 0], velocity: [4, 0, 0] }, { time: 1, position: [1, 0, 0] }], interpolation: smooth } }',
    );
    // At ½: h00 · 0 + 1/8 · 4 + h01 (½) · 1.
    expect(placeAt(scene, 0.5)[0]).toBeCloseTo(1, 3);
  });
});

describe('a recorded trajectory of a part', () => {
  const TAXI = 'time,x,y,z,roll,pitch,yaw\n10,0,0,0,0,0,0\n11,0,10,0,0,0,0\n13,0,20,0,0,0,0\n';

  it('begins at its start, with its own poses as knots', async () => {
    const scene = await movingScene('{ file: car.obj, motion: { trajectory: { file: taxi.csv }, start: 2 } }', {
      files: { 'taxi.csv': TAXI },
    });
    expect([...(scene.motions?.[0].times ?? [])]).toEqual([2, 3, 5]);
    expect(placesAt(scene, [0, 2.5, 4, 9]).map((place) => place[1])).toEqual([0, 5, 15, 20]);
  });

  it('keeps its times if asked to', async () => {
    // The first leg starts where no startTime says otherwise.
    const shift = adjustedGpsTime(Date.parse('2025-01-01T00:00:00Z')) - 8;
    const scene = await movingScene(
      `{ file: car.obj, motion: { trajectory: { file: taxi.csv, keepTime: true, timeShift: ${shift} } } }`,
      { files: { 'taxi.csv': TAXI } },
    );
    expect([...(scene.motions?.[0].times ?? [])]).toEqual([2, 3, 5]);
  });
});
