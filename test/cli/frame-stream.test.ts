/** Frames on standard output, against those of simulateFrames, and read by the programs of docs/frame-stream.md. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ClosedPipeError } from '../../src/base/errors.js';
import { runCli } from '../../src/cli/cli.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { attributesOf } from '../../src/cloud/point-fields.js';
import { utcNanoseconds } from '../../src/io/units/gps-time.js';
import { scan, simulateFrames } from '../../src/node-scans.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import type { Frame } from '../../src/simulation/simulate-frames.js';
import { differences } from '../support/outliers.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';
import { FakeContext, subray } from './fakes.js';

const OPTIONS = ['--engine', 'cpu', '--threads', '1', '--no-cache'];
const HILLS = 'scene: { parts: [ { name: hills, generate: { kind: terrain, triangles: 2000 } } ] }';
const LEGS = 'legs: [ { from: [0, 0, 20], to: [2, 0, 20], speed: 10 }, { position: [2, 0, 20], duration: 0.05 } ]';
const LIDAR = 'scanner: velodyne-vlp-16';
const TWO = 'scanners: [ { name: left, scanner: velodyne-vlp-16 }, { name: right, scanner: velodyne-vlp-16 } ]';

const survey = (frames: string, more: Record<string, string> = {}) =>
  writeSurvey(
    surveyText({ scene: HILLS, legs: LEGS, scanner: LIDAR, output: '', frames: `frames: ${frames}`, ...more }),
  );

const ARRAYS = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array } as const;

interface StreamRecord {
  header: Record<string, unknown> & { kind: string; bytes: number };
  columns: Record<string, ArrayLike<number>>;
}

/** The records of a stream, by docs/frame-stream.md. */
function recordsIn(bytes: Buffer): StreamRecord[] {
  const records: StreamRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    expect([at % 8, bytes.toString('latin1', at, at + 4)]).toEqual([0, 'SBF1']);
    const length = bytes.readUInt32LE(at + 4);
    const header = JSON.parse(bytes.toString('utf8', at + 8, at + 8 + length));
    const data = new Uint8Array(bytes.subarray(at + 8 + length, at + 8 + length + header.bytes)).buffer;
    const columns = (header.fields ?? []).map((field: { name: string; type: keyof typeof ARRAYS; offset: number }) => [
      field.name,
      new ARRAYS[field.type](data, field.offset, header.count),
    ]);
    records.push({ header, columns: Object.fromEntries(columns) });
    at += 8 + length + header.bytes;
  }
  return records;
}

async function framesOf(file: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of simulateFrames(await loadSurvey(file), { engine: 'cpu', cache: false, threads: 1 }))
    frames.push(frame);
  return frames;
}

const stream = (file: string, ...more: string[]) => subray(['run', file, '--frames-to', '-', ...OPTIONS, ...more]);

describe('subray run survey --frames-to -', () => {
  it.each([
    ['{ file: "%06d.pcd", coordinates: sensor, axes: flu, deskew: true }', {}],
    ['{ file: "f/%s-%06d.las", coordinates: sensor }', { scanner: TWO }],
    ['{ file: a.mcap, organised: true, layout: pcl24 }', {}],
  ])('sends every attribute of every frame: %s', async (keys, more) => {
    const file = await survey(keys, more);
    const { code, stdout, stderr, bytes } = await stream(file);
    expect([code, stdout], stderr).toEqual([0, '']);
    expect(readdirSync(dirname(file))).toEqual(['survey.yaml']);
    const wanted = await framesOf(file);
    const [start, ...others] = recordsIn(bytes);
    expect(start.header).toMatchObject({ kind: 'start', version: 1, software: expect.stringMatching(/^subray \d/) });
    expect(start.header.scanners).toEqual([...new Set(wanted.map(({ scanner }) => scanner))]);
    expect(start.header.labels).toMatchObject({ instances: expect.anything(), semantics: expect.anything() });
    expect(others.at(-1)?.header).toEqual({ kind: 'end', frames: wanted.length, bytes: 0 });
    expect(others).toHaveLength(wanted.length + 1);
    wanted.forEach(({ frame, scanner, leg, startTime, endTime, pose, points, grid }, k) => {
      const { header, columns } = others[k];
      expect(header).toMatchObject({ kind: 'frame', frame, scanner, leg, startTime, endTime, count: points.count });
      expect(header.pose).toEqual({ position: pose.position, orientation: pose.orientation });
      expect(header.grid).toEqual(grid);
      expect(Math.abs(Number(BigInt(header.stamp as string) - utcNanoseconds(startTime)))).toBeLessThanOrEqual(60);
      const optional = (['ring', 'azimuth', 'frameTime', 'scanner'] as const).filter((key) => points[key]);
      const attributes = attributesOf({ optional });
      expect(Object.keys(columns)).toEqual(attributes.map(({ name }) => name));
      for (const { name, key, component, components } of attributes) {
        const array = points[key as keyof PointBatch] as Float64Array;
        const values = Array.from({ length: points.count }, (_, i) => array[components * i + component]);
        expect(differences(columns[name], values), name).toEqual([]);
      }
    });
  });

  it('sends the chosen fields, those of data sets too, and says what it leaves out', async () => {
    const file = await survey('{ dataset: semantic-kitti, folder: set }', {
      output: 'output: [ cloud.laz ]',
      trajectories: 'trajectories: { file: way.csv }',
    });
    const { code, stderr, bytes } = await stream(file);
    expect([code, readdirSync(dirname(file))], stderr).toEqual([0, ['survey.yaml']]);
    expect(stderr).toContain('warning: --frames-to: the frames alone are written; left out: output and trajectories\n');
    expect(stderr).toMatch(/\nstandard output +\d+ frames/);
    expect(recordsIn(bytes)[1].header).toMatchObject({ coordinates: 'sensor', axes: 'flu' });
    const few = await stream(await survey('{ file: "%d.pcd", fields: [range, ring] }'), '--quiet');
    expect(few.stderr).toBe('');
    expect(Object.keys(recordsIn(few.bytes)[1].columns)).toEqual(['x', 'y', 'z', 'range', 'ring']);
  });

  it('waits for its reader', async () => {
    const context = new FakeContext();
    let [open, most] = [0, 0];
    context.writeBytes = async (bytes) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      context.bytes.push(Buffer.from(bytes));
      open--;
    };
    const file = await survey('{ file: "%d.pcd", fields: minimal }');
    expect(await runCli(['run', file, '--frames-to', '-', ...OPTIONS], context)).toBe(0);
    expect([open, most]).toEqual([0, 1]);
    expect(recordsIn(Buffer.concat(context.bytes)).at(-1)?.header).toMatchObject({ kind: 'end', frames: 3 });
  });

  it('ends with its reader, in a line', async () => {
    const context = new FakeContext();
    context.writeBytes = async (bytes) => {
      context.bytes.push(Buffer.from(bytes));
      if (context.bytes.length > 10) throw new ClosedPipeError();
    };
    const file = await survey('{ file: "%d.pcd" }');
    expect(await runCli(['run', file, '--frames-to', '-', '--quiet', ...OPTIONS], context)).toBe(0);
    expect(context.stderr.text).toBe('warning: whoever read the frames has closed the pipe: the run ends there\n');
    expect(readdirSync(dirname(file))).toEqual(['survey.yaml']);
  });

  it.each([
    [['--frames-to', 'a.bin'], '--frames-to: found "a.bin", expected -: standard output'],
    [['--frames-to', '-', '--json'], '--json: standard output takes the frames or the report, not both'],
    [['--frames-to', '-', '-o', 'out'], '--frames-to with --out'],
    [['--frames-to', '-', '-o', '-'], '--frames-to with --out'],
    [['--frames-to', '-', '--resume'], '--resume with --frames-to -'],
    [['-o', '-'], '--frames-to - sends frames alone'],
  ])('refuses %j', async (argv, message) => {
    const file = await survey('{ file: "%d.pcd" }', { output: 'output: [ a.laz ]' });
    const { code, stdout, stderr, bytes } = await subray(['run', file, ...argv, ...OPTIONS]);
    expect([code, stdout, bytes.length]).toEqual([2, '', 0]);
    expect(stderr).toContain(message);
    expect(readdirSync(dirname(file))).toEqual(['survey.yaml']);
  });

  it('refuses a survey without frames, one of several epochs, and a terminal', async () => {
    const file = await writeSurvey(surveyText({ scene: HILLS, legs: LEGS, scanner: LIDAR }));
    expect(await stream(file)).toMatchObject({ code: 2, stderr: expect.stringContaining('the survey has no frames') });
    const epochs = 'epochs: [ { name: a }, { name: b } ]';
    const two = await stream(await survey('{ file: "%d.pcd" }', { epochs }));
    expect(two.stderr).toContain('the frames of one epoch go to standard output, and the survey has 2 epochs');
    const context = new FakeContext();
    context.stdout.isTTY = true;
    expect(await runCli(['run', await survey('{ file: "%d.pcd" }'), '--frames-to', '-', ...OPTIONS], context)).toBe(2);
    expect(context.stderr.text).toContain('--frames-to -: standard output is a terminal, and frames are not text');
  });

  it('is checked by --dry-run, whatever lies where files would', async () => {
    const file = await survey('{ file: "%d.pcd" }');
    writeFileSync(join(dirname(file), '0.pcd'), 'mine');
    const { code, stdout, stderr, bytes } = await stream(file, '--dry-run', '--look', 'never');
    expect([code, bytes.length], stderr).toEqual([0, 0]);
    expect(stdout).toContain('standard output: a revolution each');
  });
});

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/frame-stream.md'), 'utf8');
const programIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(GUIDE)?.[1] ?? '';

describe('the readers of docs/frame-stream.md', () => {
  const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'import json']).status === 0);

  /** The lines that a program prints of a stream, and those that it should. */
  async function follow(command: string, name: string, language: string) {
    const file = await survey('{ file: "%s-%d.pcd", coordinates: sensor }', { scanner: TWO });
    const program = join(dirname(file), name);
    const { bytes } = await stream(file);
    writeFileSync(program, programIn(language));
    const read = (input: Buffer) => spawnSync(command, [program], { input, encoding: 'utf8' });
    const records = recordsIn(bytes).filter(({ header }) => header.kind === 'frame');
    const wanted = records.map(({ header: { scanner, frame, stamp, count }, columns }) =>
      [scanner, frame, stamp, count, Math.max(0, ...Array.from(columns.range))].join(' '),
    );
    return { whole: read(bytes), cut: read(bytes.subarray(0, -1000)), wanted };
  }

  it('in JavaScript has every frame, and refuses half a one', async () => {
    const { whole, cut, wanted } = await follow(process.execPath, 'follow.mjs', 'js');
    expect([whole.stdout.trimEnd().split('\n'), whole.stderr]).toEqual([wanted, '']);
    expect([cut.status === 0, cut.stderr.includes('the stream ends early')]).toEqual([false, true]);
  });

  it.skipIf(!PYTHON)('in Python does, if this machine has it', async () => {
    const { whole, cut, wanted } = await follow(PYTHON ?? '', 'follow.py', 'python');
    expect([whole.stdout.trimEnd().split('\n'), whole.stderr]).toEqual([wanted, '']);
    expect([cut.status === 0, cut.stderr.includes('the stream ends early')]).toEqual([false, true]);
  });
});

it('the program of docs/frame-stream.md that leads the scanner answers each pose with what is seen from there', async () => {
  const file = await survey('{ file: "%d.pcd" }');
  const text = [...GUIDE.matchAll(/^```js\n(.*?)^```/gms)].map(([, program]) => program).at(-1) ?? '';
  const library = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;
  const program = join(dirname(file), 'lead.mjs');
  const drive = join(dirname(file), 'drive.yaml');
  writeFileSync(drive, readFileSync(file));
  writeFileSync(program, text.replace("'subray'", JSON.stringify(library)));
  const poses: { position: [number, number, number]; heading: number }[] = [
    { position: [0, 0, 20], heading: 0 },
    { position: [3, 0, 17], heading: 90 },
  ];
  const input = poses.map((pose) => `${JSON.stringify(pose)}\n`).join('');
  const { stdout, stderr } = spawnSync(process.execPath, [program], { input, encoding: 'utf8', cwd: dirname(file) });
  const answers = stdout.trimEnd().split('\n');
  expect([stderr, answers.length]).toEqual(['', 2]);
  const scene = await loadScene((await loadSurvey(drive)).scene);
  const wanted: object[] = [];
  for (const [seed, pose] of poses.entries()) {
    let [points, nearest] = [0, Infinity];
    const legs = [{ ...pose, duration: 0.1 }];
    for await (const { count, range } of scan({
      scene,
      scanner: 'velodyne-vlp-16',
      legs,
      seed,
    })) {
      points += count;
      nearest = Math.min(nearest, ...range.subarray(0, count));
    }
    wanted.push({ points, nearest });
  }
  expect(answers.map((answer) => JSON.parse(answer))).toEqual(wanted);
  expect(wanted[0]).not.toEqual(wanted[1]);
});
