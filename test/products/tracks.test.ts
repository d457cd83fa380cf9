import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { loadEpochs } from '../../src/node-surveys.js';
import { boxObj, readBoxes, runTraffic } from '../simulation/frames/traffic.js';
import { loadFailure, surveyText, writeSurvey } from '../survey/survey-file.js';

/** The rows of a table of tracks, by the names of its columns. */
function rowsIn(path: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, k) => [name, cells[k]]));
  });
}

const tracksOf = async (tracks: string, sections: Record<string, string> = {}) => {
  const run = await runTraffic({ output: '', tracks: `tracks: ${tracks}`, ...sections });
  return { ...run, rows: rowsIn(join(run.folder, 'tracks.csv')) };
};

const numbers = (row: Record<string, string>, ...names: string[]) => names.map((name) => Number(row[name]));

const close = (values: readonly number[], digits: number) => values.map((value) => expect.closeTo(value, digits));

describe('tracks', () => {
  it('have a row for each object that moves, ten times a second, where it is and how fast', async () => {
    const { rows, report, survey } = await tracksOf('tracks.csv');
    // A drive of 0.447 s, and three that move: moments 0 to 0.4.
    expect(rows).toHaveLength(5 * 3);
    expect(report.tracks).toEqual([
      { path: expect.stringMatching(/tracks\.csv$/), rows: 15, bytes: expect.any(Number) },
    ]);
    rows.forEach((row, k) => {
      const time = Math.floor(k / 3) / 10;
      expect(numbers(row, 'time', 'scene_time')).toEqual(close([survey.legs[0].startTime + time, time], 6));
      expect(row.frame).toBe('');
    });
    const cars = rows.filter(({ class: kind }) => kind === 'car');
    expect(cars.map(({ name }) => name)).toEqual(cars.map(() => 'car'));
    cars.forEach((row, k) => {
      expect(numbers(row, 'x', 'y', 'z')).toEqual(close([8, -3 + 1.5 * k, 0.85], 5));
      expect(numbers(row, 'length', 'width', 'height')).toEqual(close([4.5, 1.8, 1.5], 5));
      expect(numbers(row, 'vx', 'vy', 'vz', 'wx', 'wy', 'wz')).toEqual(close([0, 15, 0, 0, 0, 0], 6));
      // Its length lies along y.
      expect(numbers(row, 'qx', 'qy', 'qz', 'qw')).toEqual(close([0, 0, Math.SQRT1_2, Math.SQRT1_2], 6));
      expect(Number(row.heading)).toBeCloseTo(Math.PI / 2, 6);
    });
    const vans = rows.filter(({ class: kind }) => kind === 'van');
    expect(numbers(vans[2], 'wz')).toEqual(close([(-30 * Math.PI) / 180], 4));
    // From 0.14 s to 0.34 s.
    expect(
      rows
        .filter(({ class: kind }) => kind === 'person')
        .map(({ visible }) => visible)
        .join(''),
    ).toBe('00110');
  });

  it('have velocities that are the differences of their places', async () => {
    const { rows } = await tracksOf('{ file: tracks.csv, rate: 200 }');
    for (const name of ['car', 'van']) {
      const own = rows.filter((row) => row.name === name);
      expect(own.length).toBe(90);
      for (let k = 1; k < own.length - 1; k++)
        for (const axis of ['x', 'y'])
          expect((Number(own[k + 1][axis]) - Number(own[k - 1][axis])) / 0.01).toBeCloseTo(
            Number(own[k][`v${axis}`]),
            1,
          );
    }
  });

  it('list what stands as well on request', async () => {
    const { rows } = await tracksOf('{ file: tracks.csv, rate: 10, objects: all }');
    expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(['car', 'parked', 'van', 'walker']);
    for (const row of rows.filter(({ name }) => name === 'parked')) {
      expect(numbers(row, 'x', 'y', 'z')).toEqual(close([-6, -7, 0.85], 5));
      expect(numbers(row, 'vx', 'vy', 'vz', 'visible')).toEqual([0, 0, 0, 1]);
    }
  });

  it.each(['start', 'middle'])('are at the moments of frames where there are any, as boxes at their %s', async (at) => {
    const frames = `frames: { file: f/%06d.pcd, boxes: { at: ${at} }, incomplete: drop }`;
    const { rows, folder } = await tracksOf('tracks.csv', { frames });
    const count = Math.max(...rows.map(({ frame }) => Number(frame))) + 1;
    expect(count).toBeGreaterThan(3);
    let compared = 0;
    for (let frame = 0; frame < count; frame++)
      for (const box of readBoxes(folder, `f/00000${frame}.boxes.json`).boxes) {
        const row = rows.find(({ frame: number, id }) => Number(number) === frame && Number(id) === box.instance);
        if (!row || row.visible === '0') continue;
        compared++;
        expect(row).toMatchObject({ name: box.name, class: box.class });
        expect(Number(row.time)).toBeCloseTo(box.time, 6);
        expect(numbers(row, 'x', 'y', 'z')).toEqual(close(box.world.centre, 5));
        expect(numbers(row, 'vx', 'vy', 'vz')).toEqual(close(box.world.velocity, 5));
        expect(numbers(row, 'qx', 'qy', 'qz', 'qw')).toEqual(close(box.world.orientation, 8));
      }
    expect(compared).toBeGreaterThan(2 * count);
  });

  it('say that nothing moves', async () => {
    const scene = 'scene: { parts: [ { name: road, file: road.obj } ] }';
    const { rows, warnings } = await tracksOf('tracks.csv', { scene });
    expect(rows).toEqual([]);
    const words = 'tracks: the table has no rows, since nothing in the scene';
    expect(warnings).toContain(`${words} moves: objects: all lists what stands, too`);
    const all = await tracksOf('{ file: tracks.csv, objects: all }', { scene });
    expect(all.warnings).toContain(`${words} is a vehicle, a person or another thing that may move`);
  });

  it('of more than ten million rows are refused', async () => {
    const legs =
      'legs: [ { position: [0, 0, 1.7], duration: 0.01 }, { position: [0, 0, 1.7], duration: 0.01, pause: 400 } ]';
    await expect(tracksOf('{ file: tracks.csv, rate: 10000 }', { legs })).rejects.toThrow(
      /tracks: 4,000,\d\d\d moments of 3 objects are more than 10,000,000 rows; choose a lower rate/,
    );
  });

  it.each([
    ['tracks.txt', 'survey.yaml:5:9: tracks: found "tracks.txt", expected a path that ends in .csv'],
    [
      '{ file: a.csv, rate: 0 }',
      'survey.yaml:5:30: tracks.rate: found 0, expected a number >= 0.000001 and <= 10000 (Hz)',
    ],
    ['{ file: a.csv, rate: 1e9 }', 'tracks.rate: found 1000000000, expected a number >= 0.000001 and <= 10000 (Hz)'],
    ['{ file: a.csv, objects: some }', 'tracks.objects: found "some", expected one of: moving, all'],
  ])('with a fault are refused: %s', async (tracks, message) => {
    expect(await loadFailure(surveyText({ tracks: `tracks: ${tracks}` }))).toContain(message);
  });
});

describe('names and numbers of objects', () => {
  const car = (name: string, more = '') =>
    `{ name: ${name}, file: car.obj, motion: { velocity: [0, 5, 0], start: 0.1 }${more} }`;
  const sections = {
    scene: `scene: { parts: [ ${car('first', ', instances: [ { translate: [9, 0, 1] }, { translate: [9, 9, 1] } ]')}, ${car('second')} ] }`,
    legs: 'legs: [ { position: [0, 0, 1.7], duration: 0.1 }, { position: [0, 2, 1.7], duration: 0.1, pause: 0.3 } ]',
    frames: 'frames: { file: f/%06d.pcd, by: seconds, duration: 0.05, boxes: true }',
    epochs: 'epochs: [ { name: before }, { name: after, parts: { first: null } } ]',
  };

  it('stay the same over legs, and names over epochs', async () => {
    const { rows } = await tracksOf('tracks.csv', { ...sections, epochs: '' });
    const numbered = new Map(rows.map(({ name, id }) => [name, id]));
    expect([...numbered.keys()]).toEqual(['first#1', 'first#2', 'second']);
    for (const { name, id } of rows) expect(id).toBe(numbered.get(name));
    // The clock goes on between legs: the second begins 0.4 s after the first.
    expect([...new Set(rows.map(({ scene_time: time }) => Number(time)))]).toEqual(close([0, 0.05, 0.4, 0.45], 5));
    const file = await writeSurvey(surveyText({ ...sections, tracks: 'tracks: tracks.csv' }));
    await writeFile(join(dirname(file), 'car.obj'), boxObj(4.5, 1.8, 1.5));
    const epochs = await loadEpochs(file, { outputFolder: dirname(file) });
    const names: string[][] = [];
    for (const { epoch, survey } of epochs) {
      await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
      names.push([...new Set(rowsIn(join(dirname(file), epoch ?? '', 'tracks.csv')).map(({ name }) => name))]);
    }
    expect(names).toEqual([['first#1', 'first#2', 'second'], ['second']]);
  });
});
