import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { readWaveforms } from '../../src/io/waveforms/read-waveforms.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey as loadNodeSurvey } from '../../src/node-surveys.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { outliers } from '../support/outliers.js';
import { checkClose, checkSame } from '../support/quick-checks.js';
import { columnOf } from './instrument-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

/** Two legs; 16 lasers, a shot every 55.296 µs: 362 and 181 of them. */
const BASE = {
  scanner: 'scanner: velodyne-vlp-16',
  legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.02 }, { position: [0.3, 0, 1.2], duration: 0.01 } ]',
};
const LASERS = 16;
const SHOTS = [362, 181];

async function readAll(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  return batches;
}

describe('a survey with fields: [standard, pulse]', () => {
  it('gives points the number of their pulse in the leg, in every format that names columns', async () => {
    const formats = ['las', 'ply', 'pcd', 'csv'];
    const output = `output: [ plain.las, ${formats.map((ending) => `{ file: cloud.${ending}, fields: [standard, pulse] }`).join(', ')} ]`;
    const survey = await roomSurvey({ ...BASE, output });
    await runSurvey(survey, OPTIONS);
    const [plain, ...clouds] = await Promise.all(survey.outputs.map(({ path }) => readAll(path)));
    expect(plain[0].pulse).toBeUndefined();
    for (const batches of clouds) {
      const [pulse, channel, leg] = (['pulse', 'channel', 'pointSourceId'] as const).map((key) =>
        columnOf(batches, key),
      );
      // Pulses count all lasers of a shot; they rise within a leg, and begin again with the next.
      expect(pulse.every((number, k) => number % LASERS === channel[k])).toBe(true);
      for (const number of [1, 2]) {
        const inLeg = pulse.filter((_, k) => leg[k] === number);
        expect(inLeg).toEqual(inLeg.toSorted((a, b) => a - b));
        expect(Math.max(...inLeg)).toBeLessThan(LASERS * SHOTS[number - 1]);
        expect(Math.max(...inLeg)).toBeGreaterThan(LASERS * (SHOTS[number - 1] - 2));
        expect(Math.min(...inLeg)).toBeLessThan(LASERS);
      }
      expect(pulse).toEqual(columnOf(clouds[0], 'pulse'));
    }
  });

  it('leaves clouds that do not ask for it as they are', async () => {
    const alone = await roomSurvey({ ...BASE, output: 'output: [ cloud.las ]' });
    const beside = await roomSurvey({
      ...BASE,
      output: 'output: [ cloud.las, { file: b.csv, fields: [standard, pulse] } ]',
    });
    await runSurvey(alone, OPTIONS);
    await runSurvey(beside, OPTIONS);
    expect(readFileSync(beside.outputs[0].path).equals(readFileSync(alone.outputs[0].path))).toBe(true);
  });
});

describe('a file for each leg or strip', () => {
  const LEGS = `legs:
  - { name: north, strip: A, position: [0, 0, 1.2], duration: 0.01 }
  - { name: turn, position: [0, 0, 1.2], duration: 0.01, scanner: { active: false } }
  - { name: south, strip: B, position: [0.3, 0, 1.2], duration: 0.01 }
  - { name: again, strip: A, position: [0.6, 0, 1.2], duration: 0.01 }`;
  const OUTPUT = `output:
  - all.csv
  - { file: "legs/%s.las", by: leg, fields: [standard, pulse] }
  - { file: "legs/leg%03d.csv", by: leg }
  - { file: "strips/%s.csv", by: strip }`;

  const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

  it('has the points of its legs, under their name or number, and none of legs in which no scanner fires', async () => {
    const survey = await roomSurvey({ ...BASE, legs: LEGS, output: OUTPUT });
    const folder = dirname(survey.file);
    const report = await runSurvey(survey, OPTIONS);
    expect(readdirSync(join(folder, 'legs')).toSorted()).toEqual([
      ...['again.labels.json', 'again.las', 'leg.labels.json', 'leg000.csv', 'leg002.csv', 'leg003.csv'],
      ...['north.labels.json', 'north.las', 'south.labels.json', 'south.las'],
    ]);
    expect(readdirSync(join(folder, 'strips')).toSorted()).toEqual([
      ...['A.csv', 'A.labels.json', 'B.csv', 'B.labels.json'],
    ]);
    const [names, ...rows] = linesOf(join(folder, 'all.csv'));
    const source = names.split(',').indexOf('point_source_id');
    const ofLegs = (...legs: number[]) => [
      names,
      ...rows.filter((row) => legs.includes(Number(row.split(',')[source]))),
    ];
    for (const number of [0, 2, 3])
      expect(linesOf(join(folder, `legs/leg00${number}.csv`))).toEqual(ofLegs(number + 1));
    expect(linesOf(join(folder, 'strips/A.csv'))).toEqual(ofLegs(1, 4));
    expect(linesOf(join(folder, 'strips/B.csv'))).toEqual(ofLegs(3));
    expect(report.outputs.map(({ path, points }) => [path.slice(folder.length + 1), points])).toEqual([
      ['all.csv', rows.length],
      ...['north', 'south', 'again'].map((name, k) => [`legs/${name}.las`, ofLegs([1, 3, 4][k]).length - 1]),
      ...[0, 2, 3].map((leg) => [`legs/leg00${leg}.csv`, ofLegs(leg + 1).length - 1]),
      ['strips/A.csv', ofLegs(1, 4).length - 1],
      ['strips/B.csv', ofLegs(3).length - 1],
    ]);
    // Coordinates have the steps of the whole cloud, so strips fit together.
    expect(columnOf(await readAll(join(folder, 'legs/south.las')), 'pointSourceId').every((id) => id === 3)).toBe(true);
  });

  it('takes the points of several scanners, one after the other', async () => {
    const scanners =
      'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16, mount: { position: [0.2, 0, 0] } } ]';
    const survey = await roomSurvey({
      legs: LEGS.replace('scanner: { active', 'scanners: { a: { active').replace('false }', 'false } }'),
      scanner: scanners,
      output: 'output: [ all.csv, { file: "%s.csv", by: leg } ]',
    });
    const folder = dirname(survey.file);
    await runSurvey(survey, OPTIONS);
    const parts = ['north', 'turn', 'south', 'again'].map((name) => linesOf(join(folder, `${name}.csv`)).slice(1));
    const all = linesOf(join(folder, 'all.csv'));
    expect(parts.flat().toSorted()).toEqual(all.slice(1).toSorted());
    const column = all[0].split(',').indexOf('scanner');
    expect(parts.map((rows) => [...new Set(rows.map((row) => row.split(',')[column]))])).toEqual([
      ['0', '1'],
      ['1'],
      ['0', '1'],
      ['0', '1'],
    ]);
  });

  it('refuses files that exist, and leaves them as they are', async () => {
    const survey = await roomSurvey({ ...BASE, legs: LEGS, output: OUTPUT });
    const path = join(dirname(survey.file), 'legs', 'leg002.csv');
    mkdirSync(dirname(path));
    writeFileSync(path, 'mine');
    await expect(runSurvey(survey, OPTIONS)).rejects.toThrow(/leg002\.csv": .*exists/);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await runSurvey(survey, { ...OPTIONS, force: true });
    expect(linesOf(path).length).toBeGreaterThan(100);
  });

  it('removes those of an older run with --force, and only what subray wrote', async () => {
    const output = 'output: [ { file: "a%02d.csv", by: leg }, { file: "b%d.xyz", by: leg } ]';
    const survey = await roomSurvey({ ...BASE, legs: LEGS, output });
    const folder = dirname(survey.file);
    await runSurvey(survey, OPTIONS);
    // Now the last leg does not fire, so a03.csv and b3.xyz would be those of the run before.
    const legs = LEGS.replace(/(again.*)duration: 0.01/, '$1duration: 0.01, scanner: { active: false }');
    writeFileSync(survey.file, readFileSync(survey.file, 'utf8').replace(LEGS, legs));
    const shorter = await loadNodeSurvey(survey.file, { outputFolder: folder });
    for (const name of ['a00.csv', 'a02.csv', 'b0.xyz', 'b2.xyz', 'a.labels.json', 'b.labels.json'])
      rmSync(join(folder, name));
    await expect(runSurvey(shorter, OPTIONS)).rejects.toThrow(
      /a03\.csv" is of no leg of this run and would stay among its files; choose another name, or pass --force/,
    );
    await expect(runSurvey(shorter, { ...OPTIONS, force: true })).rejects.toThrow(
      /b3\.xyz" is of no leg of this run.*it does not say that subray wrote it/,
    );
    rmSync(join(folder, 'b3.xyz'));
    await runSurvey(shorter, { ...OPTIONS, force: true });
    expect(
      readdirSync(folder)
        .filter((name) => /^[ab]\d/.test(name))
        .toSorted(),
    ).toEqual(['a00.csv', 'a02.csv', 'b0.xyz', 'b2.xyz']);
  });

  it('writes the same files in a page, pulses and trajectories too', async () => {
    const more = { pulses: 'pulses: all_pulse.txt', trajectories: 'trajectories: { file: "ways/%s.csv" }' };
    const survey = await roomSurvey({ ...BASE, legs: LEGS, output: OUTPUT, ...more });
    const folder = dirname(survey.file);
    const files = createWebFiles({
      sources: { 's.yaml': readFileSync(survey.file), 'room.obj': readFileSync(join(folder, 'room.obj')) },
    });
    const inPage = await loadSurvey('s.yaml', { files, outputFolder: '.' });
    await runSurvey(survey, OPTIONS);
    await runSurvey(inPage, { ...OPTIONS, machine: { ...nodeMachine, files } });
    const within = (name: string) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`);
    expect(files.outputs.toSorted()).toEqual(
      ['all.csv', 'all.labels.json', 'all_pulse.txt', ...['legs', 'strips', 'ways'].flatMap(within)].toSorted(),
    );
    for (const name of files.outputs) {
      const bytes = Buffer.from(await files.blob(name).arrayBuffer());
      expect(bytes.equals(readFileSync(join(folder, name))), name).toBe(true);
    }
  });

  it('has the waveforms of its points beside it', async () => {
    const survey = await roomSurvey({
      scanner: 'scanner: { id: velodyne-vlp-16, receiver: { sampling: { rate: 1 } } }',
      legs: 'legs: [ { name: a, position: [0, 0, 1], duration: 0.003 }, { name: b, position: [1, 0, 1], duration: 0.003 } ]',
      output: 'output: [ { file: "%s.las", by: leg, waveforms: external } ]',
    });
    const folder = dirname(survey.file);
    await runSurvey(survey, OPTIONS);
    for (const name of ['a', 'b']) {
      const pulses = await readWaveforms(nodeFiles, join(folder, `${name}.las`), [1, 20]);
      expect(pulses).toHaveLength(2);
    }
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.wdp'))
        .toSorted(),
    ).toEqual(['a.wdp', 'b.wdp']);
  });

  it('has its pulses, as in the file of all', async () => {
    const folders: string[] = [];
    for (const pulses of ['all.txt', '{ file: "pulses/%s.txt", by: leg }', '{ file: "%s.csv", by: strip }']) {
      const survey = await roomSurvey({ ...BASE, legs: LEGS, output: '', pulses: `pulses: ${pulses}` });
      folders.push(dirname(survey.file));
      await runSurvey(survey, OPTIONS);
    }
    const [whole, ofLegs, ofStrips] = folders;
    const legs = ['north', 'south', 'again'].map((name) => linesOf(join(ofLegs, `pulses/${name}.txt`)));
    expect(readdirSync(join(ofLegs, 'pulses'))).toHaveLength(3);
    expect(legs.every((rows) => rows.length > 100)).toBe(true);
    expect(legs.flat()).toEqual(linesOf(join(whole, 'all.txt')));
    const legColumn = (name: string) =>
      new Set(
        linesOf(join(ofStrips, name))
          .slice(1)
          .map((row) => row.split(',')[7]),
      );
    expect([legColumn('A.csv'), legColumn('B.csv')]).toEqual([new Set(['0', '3']), new Set(['2'])]);
  });

  it('has those of a laser, counted through all scanners', async () => {
    const survey = await roomSurvey({
      scanner:
        'scanners: [ { name: a, scanner: riegl-vz-400 }, { name: b, scanner: velodyne-vlp-16, mount: { position: [0.2, 0, 0] } } ]',
      legs: `legs:
  - { name: one, position: [0, 0, 1.2], azimuth: [0, 1], duration: 0.02 }
  - { name: two, position: [0, 0, 1.2], azimuth: [0, 1], duration: 0.02, scanners: { a: { active: false } } }`,
      output: `output:
  - { file: "all/%c.csv", by: channel }
  - { file: "%s/dev%c.csv", by: leg+channel }
  - whole.csv`,
    });
    const folder = dirname(survey.file);
    const report = await runSurvey(survey, OPTIONS);
    const [names, ...rows] = linesOf(join(folder, 'whole.csv'));
    const [scanner, channel, source] = ['scanner', 'channel', 'point_source_id'].map((name) =>
      names.split(',').indexOf(name),
    );
    const rowsOf = (laser: number, leg?: number) =>
      rows.filter((row) => {
        const cells = row.split(',').map(Number);
        const own = cells[scanner] === 0 ? 0 : 1 + cells[channel];
        return own === laser && (leg === undefined || (cells[source] - 1) % 2 === leg);
      });
    for (let laser = 0; laser < 17; laser++) {
      expect(linesOf(join(folder, `all/${laser}.csv`)).slice(1)).toEqual(rowsOf(laser));
      expect(linesOf(join(folder, `one/dev${laser}.csv`)).slice(1)).toEqual(rowsOf(laser, 0));
      if (laser > 0) expect(linesOf(join(folder, `two/dev${laser}.csv`)).slice(1)).toEqual(rowsOf(laser, 1));
    }
    expect(rowsOf(0).length).toBeGreaterThan(100);
    expect(rowsOf(9).length).toBeGreaterThan(5);
    expect(existsSync(join(folder, 'two/dev0.csv'))).toBe(false);
    expect(existsSync(join(folder, 'one/dev.labels.json'))).toBe(true);
    expect(report.outputs).toHaveLength(17 + 17 + 16 + 1);
  });

  it('has its waveforms, whose rows are counted anew', async () => {
    const survey = await roomSurvey({
      scanner: 'scanner: { id: velodyne-vlp-16, receiver: { sampling: { rate: 1 } } }',
      legs: LEGS,
      output: 'output: [ { file: "%s.csv", by: strip } ]',
      waveforms: 'waveforms: { file: "%s.npz", by: strip }',
    });
    const folder = dirname(survey.file);
    const report = await runSurvey(survey, OPTIONS);
    expect(report.waveforms?.map(({ path }) => path)).toEqual(['A', 'B'].map((name) => join(folder, `${name}.npz`)));
    for (const [k, name] of ['A', 'B'].entries()) {
      const [names, ...rows] = linesOf(join(folder, `${name}.csv`)).map((row) => row.split(','));
      const [waveform, time] = ['waveform', 'gps_time'].map((column) => names.indexOf(column));
      const last = rows[rows.length - 1];
      expect(Number(rows[0][waveform])).toBe(0);
      expect(Number(last[waveform])).toBe((report.waveforms?.[k].waveforms ?? 0) - 1);
      // A wall gives a pulse one part.
      const [pulse] = await readWaveforms(nodeFiles, join(folder, `${name}.npz`), [Number(last[waveform]) + 1]);
      expect(pulse.time).toBeCloseTo(Number(last[time]), 5);
    }
  });

  it('leaves none if the run is stopped', async () => {
    const survey = await roomSurvey({ ...BASE, legs: LEGS, output: OUTPUT });
    const stop = new AbortController();
    const run = runSurvey(survey, { ...OPTIONS, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(run).rejects.toThrow();
    expect(readdirSync(dirname(survey.file)).toSorted()).toEqual(['room.obj', 'survey.yaml']);
  });
});

describe('layout: helios', () => {
  const WEEK = 'startTime: 2022-01-01T00:00:00Z';
  const OUTPUT =
    'output: [ { file: h.xyz, layout: helios }, { file: h.las, layout: helios }, { file: own.csv, fields: [standard, pulse] } ]';

  it('is the text of HELIOS++: 11 columns, pulses of a laser from 1 through all legs', async () => {
    const survey = await roomSurvey({ ...BASE, startTime: WEEK, output: OUTPUT });
    await runSurvey(survey, OPTIONS);
    const [text, , own] = survey.outputs.map(({ path }) => path);
    const rows = readFileSync(text, 'utf8').trimEnd().split('\n');
    const form = /^(-?\d+\.\d{4} ){3}\d+\.\d{4} \d+\.\d{4} \d+ \d+ \d+ \d+ \d+ \d+\.\d{9}$/;
    expect(outliers(rows, (row) => form.test(row))).toEqual([]);
    const [names, ...lines] = readFileSync(own, 'utf8')
      .trimEnd()
      .split('\n')
      .map((row) => row.split(','));
    expect(rows).toHaveLength(lines.length);
    const at = Object.fromEntries(names.map((name, k) => [name, k]));
    rows.forEach((row, k) => {
      const [x, y, z, amplitude, width, number, count, pulse, object, classification, time] = row.split(' ');
      const cell = (name: string) => lines[k][at[name]];
      const own = ['x', 'y', 'z', 'return_number', 'number_of_returns'].map(cell);
      checkSame([x, y, z, number, count].join(), own.join(), k);
      // The first object of HELIOS++ is 0, which is none here.
      checkSame(Number(object) + 1, Number(cell('instance')), k);
      checkSame(classification, cell('classification'), k);
      const shots = cell('point_source_id') === '1' ? 0 : SHOTS[0];
      checkSame(Number(pulse), shots + Math.floor(Number(cell('pulse')) / LASERS) + 1, k);
      checkClose(Number(width), Number(cell('echo_width')) * 1e9, 0.5e-3, k);
      // A Gaussian of its energy and width: E · 2 √(ln 2 / π) / w.
      const peak = (Number(cell('energy')) * 2 * Math.sqrt(Math.LN2 / Math.PI)) / Number(cell('echo_width'));
      checkClose(Number(amplitude) / (peak * 1e9), 1, 0.5e-4, k);
      // 518,418 s of the week, at a resolution that the CSV's 4·10⁸ s do not have.
      checkClose(Number(time) - 518_418, Number(cell('gps_time')) - survey.legs[0].startTime, 0.5e-6, k);
    });
    expect(new Set(rows.map((row) => row.split(' ')[10])).size).toBeGreaterThan(500);
  });

  it('is LAS with the extra bytes of HELIOS++, which is read as the text is', async () => {
    const survey = await roomSurvey({ ...BASE, startTime: WEEK, output: OUTPUT });
    await runSurvey(survey, OPTIONS);
    const [text, las] = survey.outputs.map(({ path }) => path);
    const { header, extraFields } = await openLas(nodeFiles, las);
    expect(extraFields.map(({ name, type }) => [name, type])).toEqual([
      ['echo_width', 'f64'],
      ['fullwaveIndex', 'i32'],
      ['hitObjectId', 'i32'],
      ['heliosAmplitude', 'f64'],
    ]);
    // Format 6 and 24 bytes; times are seconds of the week, the reference system is WKT.
    expect(header).toMatchObject({ pointFormat: 6, recordLength: 54, globalEncoding: 16 });
    const [ofText, ofLas] = [await readAll(text), await readAll(las)];
    for (const key of ['pulse', 'instance', 'classification', 'returnNumber', 'intensity'] as const)
      expect(columnOf(ofLas, key)).toEqual(columnOf(ofText, key));
    const close = { x: 6e-4, y: 6e-4, z: 6e-4, gpsTime: 1e-9, amplitude: 1e-13, echoWidth: 1e-13 };
    for (const [key, slack] of Object.entries(close) as [keyof typeof close, number][]) {
      const read = columnOf(ofText, key);
      columnOf(ofLas, key).forEach((value, k) => {
        checkClose(value, read[k], slack, `${key} ${k}`);
      });
    }
    const [intensity, amplitude] = [columnOf(ofLas, 'intensity'), columnOf(ofLas, 'amplitude')];
    intensity.forEach((value, k) => {
      checkSame(value, Math.min(65_535, Math.round(amplitude[k] * 1e9 * 0.065535)), k);
    });
  });

  it('leaves the other clouds as they are', async () => {
    const alone = await roomSurvey({ ...BASE, output: 'output: [ cloud.las ]' });
    const beside = await roomSurvey({ ...BASE, output: 'output: [ cloud.las, { file: h.xyz, layout: helios } ]' });
    await runSurvey(alone, OPTIONS);
    await runSurvey(beside, OPTIONS);
    expect(readFileSync(beside.outputs[0].path).equals(readFileSync(alone.outputs[0].path))).toBe(true);
  });
});
