import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CreatesFiles } from '../../src/base/files/files.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createPointBatch, OPTIONAL_KEYS, optionalArray, selectPoints } from '../../src/cloud/point-batch.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { pulseListerOn } from '../../src/engine/cpu/pulse-lister.js';
import { bindPulseStage } from '../../src/engine/cpu/pulse-stage.js';
import type { CloudHeader } from '../../src/io/records/point-sink.js';
import type { Leg } from '../../src/platform/leg.js';
import type { FrameOutput } from '../../src/products/frames/frame-output.js';
import type { Scene } from '../../src/scene/scene.js';
import { FrameCoder } from '../../src/simulation/frames/frame-coder.js';
import { frameFiles } from '../../src/simulation/frames/frame-store.js';
import { FrameWriter } from '../../src/simulation/frames/frame-writer.js';
import { OrganisedFrame } from '../../src/simulation/frames/organised-frame.js';
import { ringNumbers } from '../../src/simulation/frames/ring-numbers.js';
import { scatterPoints } from '../../src/simulation/frames/scatter-points.js';
import { type InstrumentScan, programOf } from '../../src/simulation/instrument-scan.js';
import { legPosesOf } from '../../src/simulation/points/leg-poses-of.js';
import { readPcd } from '../io/read-pcd.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../io/sample-cloud.js';
import { deviations, outliers } from '../support/outliers.js';
import { DEGREE, LEVEL, legOf, roomOf, scanOf, spinningScanner, tracedOf, wallAt } from './instrument-scans.js';

const folder = temporaryFolder();
let series = 0;

const scanner = spinningScanner();
const standing = (duration: number): Leg['path'] => ({
  kind: 'station',
  position: [0, 0, 0],
  attitude: LEVEL,
  duration,
});

const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);

/** The parts of frames of a scan, chunk by chunk. */
async function codedOf(scan: InstrumentScan, scene: Scene, output: FrameOutput, header: CloudHeader = cloudHeader()) {
  const coder = new FrameCoder(output, scan, header);
  const coded = [];
  for (const chunk of await tracedOf(scan, scene))
    coded.push({ leg: chunk.leg, parts: coder.code(chunk, await pulsesOfLeg(scan, chunk.leg)) });
  return coded;
}

/** The pulses of a leg of a scan in a scene around the origin. */
async function pulsesOfLeg(scan: InstrumentScan, leg: number) {
  const program = programOf(scan, leg, { frameOrigin: [0, 0, 0] });
  const stage = bindPulseStage(program, await loadKernelModule());
  return { stage, lister: pulseListerOn(stage, program.pulseCount), poses: legPosesOf(scan, leg) };
}

/** Writes the frames of a leg, or several; the paths of the files in their order. */
async function writeFrames(legs: Leg[], frames: Partial<FrameOutput> = {}, scene = roomOf(20)) {
  const name = `s${series++}`;
  const output: FrameOutput = {
    pattern: join(folder, `${name}-%03d.pcd`),
    format: 'pcd',
    by: 'revolution',
    coordinates: 'world',
    deskew: false,
    organised: false,
    place: { file: 'test' },
    ...frames,
  };
  const scan = scanOf(scanner, legs);
  const header = { ...cloudHeader(), optional: ['ring', 'azimuth', 'frameTime'] as const };
  const writer = new FrameWriter({
    files: nodeFiles,
    frames: output,
    scan,
    name,
    header,
    store: storeOf(output, name, nodeFiles),
  });
  for (const { leg, parts } of await codedOf(scan, scene, output, header)) await writer.write(leg, parts);
  const written = await writer.finish();
  const files = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`))
    .sort();
  return { written, files, clouds: files.map((file) => readPcd(join(folder, file))) };
}

/** Files of frames of these formats need no threads. */
const storeOf = (output: FrameOutput, name: string, files: CreatesFiles['files']) =>
  frameFiles(output, name, { files });

describe('ringNumbers', () => {
  it('count lasers by elevation, from the lowest', () => {
    // −15, 1, −13, 3, … 15°: even numbers are the lower eight.
    expect([...ringNumbers(scanner.channels)]).toEqual([0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
  });

  it('orders equal elevations by azimuth, then by number', () => {
    const laser = { ...scanner.channels[0], elevation: 0 };
    const channels = [{ ...laser, azimuthOffset: 0.1 }, laser, { ...laser, azimuthOffset: -0.1 }, laser];
    expect([...ringNumbers(channels)]).toEqual([3, 1, 0, 2]);
  });
});

describe('frames of a spinning scanner', () => {
  it('are one file a revolution, with ring, azimuth and time since the start', async () => {
    const { written, files, clouds } = await writeFrames([legOf(standing(0.25))]);
    expect(files.map((file) => file.slice(-7))).toEqual(['000.pcd', '001.pcd', '002.pcd']);
    // 4522 shots (0.25 s / 55.296 µs): 1809, 1808 and the other 905, all of which hit a wall.
    expect(clouds.map(({ header }) => Number(header.WIDTH[0]))).toEqual([1809 * 16, 1808 * 16, 905 * 16]);
    expect(written).toMatchObject({ files: 3, points: 4522 * 16 });
    const [, { columns }] = clouds;
    const azimuthError = columns.x.map((x, k) => Math.abs(Math.sin(columns.azimuth[k] - Math.atan2(x, columns.y[k]))));
    const timeError = columns.frame_time.map((time, k) =>
      Math.abs(time - (columns.gps_time[k] - 1000 - 1809 * 55.296e-6)),
    );
    expect(largest(azimuthError)).toBeLessThan(1e-4);
    expect(largest(timeError)).toBeLessThan(1e-6);
    const elevations = columns.z.map((z, k) => Math.atan2(z, Math.hypot(columns.x[k], columns.y[k])) / DEGREE);
    expect(columns.ring).toEqual(elevations.map((elevation) => Math.abs(Math.round((elevation + 15) / 2))));
  });

  it('begin anew with every leg, and their numbers go on', async () => {
    const { files, clouds } = await writeFrames([legOf(standing(0.15)), legOf(standing(0.05), { startTime: 2000 })]);
    expect(files).toHaveLength(3);
    expect(Math.min(...clouds[2].columns.gps_time)).toBeCloseTo(2000, 3);
    expect(Math.max(...clouds[1].columns.gps_time)).toBeLessThan(1001);
  });

  it('hold the pulses fired in their time if they are by seconds', async () => {
    const { clouds } = await writeFrames([legOf(standing(0.05))], { by: 0.02 });
    expect(clouds).toHaveLength(3);
    clouds.forEach(({ columns }, k) => {
      expect(Math.min(...columns.gps_time) - 1000).toBeGreaterThanOrEqual(0.02 * k - 1e-6);
      expect(Math.max(...columns.gps_time) - 1000).toBeLessThan(0.02 * (k + 1) + 1e-6);
    });
  });

  it('are files without points if they see nothing', async () => {
    // A wall behind: the first quarter of a turn looks ahead and to the right.
    const { clouds } = await writeFrames([legOf(standing(0.06))], { by: 0.02 }, wallAt(-20));
    expect(clouds.map(({ header }) => Number(header.POINTS[0]) > 0)).toEqual([false, true, true]);
  });

  it('are sheared in sensor coordinates, and not once deskewed; the viewpoint is that of the coordinates', async () => {
    const path = { kind: 'straight', from: [0, 0, 0], to: [0, 2, 0], speed: 20, attitude: LEVEL } as const;
    const of = async (frames: Partial<FrameOutput>) => (await writeFrames([legOf(path)], frames, wallAt(60))).clouds[0];
    const [world, skewed, deskewed] = [
      await of({ by: 1 }),
      await of({ by: 1, coordinates: 'sensor' }),
      await of({ by: 1, coordinates: 'sensor', deskew: true }),
    ];
    const { y, frame_time: time } = skewed.columns;
    expect(largest(y.map((value, k) => Math.abs(value - (60 - 20 * time[k]))))).toBeLessThan(1e-3);
    expect(largest(time)).toBeGreaterThan(0.099);
    for (const { columns } of [deskewed, world])
      expect(largest(columns.y.map((y) => Math.abs(y - 60)))).toBeLessThan(1e-3);
    expect(skewed.header.VIEWPOINT.map(Number)).toEqual([0, 0, 0, 1, 0, 0, 0]);
  });

  it('lie in the frame of their own start if deskewed, those of later revolutions too', async () => {
    const path = { kind: 'straight', from: [0, 0, 0], to: [0, 6, 0], speed: 20, attitude: LEVEL } as const;
    const { clouds } = await writeFrames([legOf(path)], { coordinates: 'sensor', deskew: true }, wallAt(60));
    const starts = [0, 1809 * 55.296e-6, 3617 * 55.296e-6];
    clouds.forEach(({ columns }, k) => {
      expect(largest(columns.y.map((y) => Math.abs(y - (60 - 20 * starts[k]))))).toBeLessThan(1e-3);
    });
    const { clouds: inWorld } = await writeFrames([legOf(path)], {}, wallAt(60));
    expect(inWorld.map(({ header }) => Number(header.VIEWPOINT[1]))).toEqual(
      starts.map((start) => expect.closeTo(20 * start, 9)),
    );
  });
});

describe('organised frames', () => {
  it('have a row a ring, a column a shot, and NaN where nothing came back', async () => {
    // A wall ahead: the half turns to the right and left of it.
    const { clouds, written } = await writeFrames([legOf(standing(0.2))], { organised: true }, wallAt(20));
    // 0.2 s / 55.296 µs: 3617 shots, the last of which is the last of the second turn.
    expect(written.files).toBe(2);
    const [{ header, columns }] = clouds;
    expect(header).toMatchObject({ WIDTH: ['1809'], HEIGHT: ['16'], POINTS: [String(1809 * 16)] });
    const cells = Array.from({ length: 1809 * 16 }, (_, at) => ({ row: Math.floor(at / 1809), column: at % 1809 }));
    const times = cells.map(({ column }) => column * 55.296e-6);
    const turns = times.map((time) => time * 10 * 360 * DEGREE);
    const azimuths = turns.map((turn) => Math.atan2(Math.sin(turn), Math.cos(turn)));
    expect(columns.ring).toEqual(cells.map(({ row }) => row));
    expect(deviations(columns.azimuth, azimuths, 0.5e-4)).toEqual([]);
    expect(deviations(columns.frame_time, times, 0.5e-6)).toEqual([]);
    const points = azimuths.map((azimuth, at) => ({ ...cells[at], azimuth, x: columns.x[at], y: columns.y[at] }));
    const isRight = ({ azimuth, x, y }: (typeof points)[number]) => {
      if (Math.abs(Math.abs(azimuth) / DEGREE - 90) < 2) return true;
      if (Math.abs(azimuth) >= 88 * DEGREE) return Number.isNaN(x);
      return Math.abs(Math.atan2(x, y) - azimuth) < 0.5e-4;
    };
    expect(outliers(points, isRight)).toEqual([]);
  });

  it('keep the strongest return of a pulse', () => {
    const points = createPointBatch(3);
    points.returnCount.fill(3);
    points.energy.set([1e-12, 3e-12, 2e-12]);
    points.x.set([10, 20, 30]);
    const frame = new OrganisedFrame({
      grid: { width: 2, height: 1 },
      optional: [],
      channels: [0],
      pointSourceId: 4,
      startTime: 5,
      legStart: 5,
    });
    const part = {
      first: 0,
      end: 2,
      points,
      pulses: new Uint32Array(3).fill(1),
      azimuths: new Float32Array(2),
      frameTimes: new Float32Array(2),
      times: new Float64Array(2),
    };
    frame.add(part, new Uint16Array(1), 0);
    expect([...frame.points.x]).toEqual([Number.NaN, 20]);
    expect([...frame.points.pointSourceId]).toEqual([4, 0]);
  });
});

it('a series that ends early leaves nothing, and nothing has its name before', async () => {
  const output: FrameOutput = {
    pattern: join(folder, 'early-%d.pcd'), format: 'pcd', by: 0.01, coordinates: 'world', deskew: false, organised: false, place: { file: 'test' },
  }; // biome-ignore format: one record
  const scan = scanOf(scanner, [legOf(standing(0.05))]);
  const before = readdirSync(folder);
  const files = nodeFiles.openSet();
  const writer = new FrameWriter({
    files,
    frames: output,
    scan,
    name: 'a',
    header: cloudHeader(),
    store: storeOf(output, 'a', files),
  });
  for (const { leg, parts } of await codedOf(scan, roomOf(20), output)) await writer.write(leg, parts);
  const [staging, ...others] = readdirSync(folder).filter((file) => !before.includes(file));
  expect(others).toEqual([]);
  expect(readdirSync(join(folder, staging, 'new')).length).toBeGreaterThan(3);
  await writer.abort();
  await files.abort();
  expect(readdirSync(folder)).toEqual(before);
});

describe('scatterPoints', () => {
  it('puts every attribute of a point where it belongs, and nothing elsewhere', () => {
    const from = sampleBatch(5, 3);
    for (const key of ['scanner', 'truePosition', 'ring', 'azimuth', 'frameTime'] as const)
      optionalArray(from, key).forEach((_, i, array) => {
        array[i] = i + 1;
      });
    const to = createPointBatch(7);
    for (const key of OPTIONAL_KEYS) if (from[key]) optionalArray(to, key);
    scatterPoints(from, Uint32Array.of(4, 1), to, Uint32Array.of(0, 6));
    const found = selectPoints(to, Uint32Array.of(0, 6));
    expect(found).toEqual(selectPoints(from, Uint32Array.of(4, 1)));
    expect(selectPoints(to, Uint32Array.of(1, 2, 3, 4, 5)).energy).toEqual(new Float32Array(5));
    expect([...to.normal.subarray(3, 18), ...to.instance.subarray(1, 6)].every((value) => value === 0)).toBe(true);
  });
});

it('a frame whose name is taken meanwhile ends the series, and what took it stays', async () => {
  const output: FrameOutput = {
    pattern: join(folder, 'taken-%d.pcd'), format: 'pcd', by: 0.01, coordinates: 'world', deskew: false, organised: false, place: { file: 'test' },
  }; // biome-ignore format: one record
  const scan = scanOf(scanner, [legOf(standing(0.05))]);
  const files = nodeFiles.openSet();
  const writer = new FrameWriter({
    files,
    frames: output,
    scan,
    name: 'a',
    header: cloudHeader(),
    store: storeOf(output, 'a', files),
  });
  const [first, ...others] = await codedOf(scan, roomOf(20), output);
  await writer.write(first.leg, first.parts);
  // 4096 pulses are 256 shots, 14 ms: frame 1 is under way.
  const taken = join(folder, 'taken-1.pcd');
  writeFileSync(taken, 'of someone else');
  await expect(
    (async () => {
      for (const { leg, parts } of others) await writer.write(leg, parts);
      await writer.finish();
      await files.commit();
    })(),
  ).rejects.toThrow('the file exists');
  await writer.abort();
  await files.abort();
  expect(readdirSync(folder).filter((file) => file.includes('taken'))).toEqual(['taken-1.pcd']);
  expect(readFileSync(taken, 'utf8')).toBe('of someone else');
});
