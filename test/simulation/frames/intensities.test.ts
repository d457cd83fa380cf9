/* Intensities of frames, as the owners of their layouts read them: over the whole range, whatever the distance. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { runSurvey, simulateFrames } from '../../../src/node-scans.js';
import { sampleOf } from '../../support/long-run.js';
import { deviations } from '../../support/outliers.js';
import { PLATES, plateAt, plateSurvey } from './plates.js';
import { readNpy } from './read-npy.js';

const CPU = { engine: 'cpu', cache: false, threads: 1 } as const;

/** The points of a frame: places in the sensor's frame, x forward, y left, z up, and intensities. */
interface Read {
  places: number[][];
  intensities: number[];
}

/** Rows of numbers whose first three are the place and whose fourth is the intensity. */
function rowsOf(numbers: ArrayLike<number>, columns: number): Read {
  const rows = Array.from({ length: numbers.length / columns }, (_, k) =>
    Array.from({ length: columns }, (_, column) => numbers[columns * k + column]),
  );
  return { places: rows.map((row) => row.slice(0, 3)), intensities: rows.map((row) => row[3]) };
}

const floatsIn = (path: string) => new Float32Array(new Uint8Array(readFileSync(path)).buffer);

/** The only message of a topic, by the schema of its channel. */
function messageIn(path: string, topic: string) {
  const stream = new McapStreamReader();
  stream.append(new Uint8Array(readFileSync(path)));
  const readers = new Map<number, MessageReader>();
  const schemas = new Map<number, MessageReader>();
  for (let record = stream.nextRecord(); record; record = stream.nextRecord()) {
    if (record.type === 'Schema')
      schemas.set(record.id, new MessageReader(parse(new TextDecoder().decode(record.data), { ros2: true })));
    const schema = record.type === 'Channel' && record.topic === topic ? schemas.get(record.schemaId) : undefined;
    if (record.type === 'Channel' && schema) readers.set(record.id, schema);
    if (record.type === 'Message' && readers.has(record.channelId))
      return readers.get(record.channelId)?.readMessage(record.data);
  }
  return undefined;
}

/** A field of a PointCloud2, by its offset and type: UINT8 2, FLOAT32 7. */
function readCloud(path: string, type: 2 | 7): Read {
  const cloud = messageIn(path, '/velodyne_vlp_16/points') as {
    fields: { name: string; offset: number; datatype: number }[];
    point_step: number;
    data: Uint8Array;
  };
  const field = cloud.fields.find(({ name }) => name === 'intensity');
  expect(field?.datatype).toBe(type);
  const view = new DataView(cloud.data.buffer, cloud.data.byteOffset, cloud.data.byteLength);
  const starts = Array.from({ length: cloud.data.length / cloud.point_step }, (_, k) => k * cloud.point_step);
  const at = field?.offset ?? 0;
  return {
    places: starts.map((start) => [0, 4, 8].map((axis) => view.getFloat32(start + axis, true))),
    intensities: starts.map((start) => (type === 2 ? view.getUint8(start + at) : view.getFloat32(start + at, true))),
  };
}

interface Layout {
  /** Keys of `frames`. */
  keys: string;
  /** Intensities that are other than the layout's default. */
  others: readonly Range[];
  range: Range;
  /** Step of the numbers in files; 0: they are floats. */
  step: 0 | 1;
  /** Sections of its survey. */
  sections?: Readonly<Record<string, string>>;
  read(folder: string): Read;
}

const RANGES = { unit: { white: 1, top: 1 }, byte: { white: 100, top: 255 } } as const;
type Range = keyof typeof RANGES;

const message = (layout: string, type: 2 | 7): Layout => ({
  keys: `file: drive.mcap, coordinates: sensor, layout: ${layout}`,
  others: type === 2 ? [] : ['unit'],
  range: 'byte',
  step: type === 2 ? 1 : 0,
  read: (folder) => readCloud(join(folder, 'drive.mcap'), type),
});

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'semantic-kitti': {
    ...{ keys: 'dataset: semantic-kitti, folder: set', others: [], range: 'unit', step: 0 },
    // laserscan.py: np.fromfile(float32).reshape(-1, 4), the remission last.
    read: (folder) => rowsOf(floatsIn(join(folder, 'set/velodyne/000000.bin')), 4),
  },
  'kitti-tracking': {
    ...{ keys: 'dataset: kitti-tracking, folder: set', others: [], range: 'unit', step: 0 },
    // load_velo_scan of pykitti: np.fromfile(float32).reshape(-1, 4).
    read: (folder) => rowsOf(floatsIn(join(folder, 'set/training/velodyne/0000/000000.bin')), 4),
  },
  openpcdet: {
    ...{ keys: 'dataset: openpcdet, folder: set', others: ['byte'], range: 'unit', step: 0 },
    // custom_dataset.py: np.load of rows x, y, z, intensity.
    read: (folder) => rowsOf(readNpy(join(folder, 'set/points/000000.npy'), '<f4').numbers, 4),
  },
  pointcept: {
    ...{ keys: 'dataset: pointcept, folder: set', others: ['byte'], range: 'unit', step: 0 },
    // defaults.py: coord.npy and strength.npy, one number a point.
    read: (folder) => ({
      places: rowsOf(readNpy(join(folder, 'set/train/000000/coord.npy'), '<f4').numbers, 3).places,
      intensities: [...readNpy(join(folder, 'set/train/000000/strength.npy'), '<f4').numbers],
    }),
  },
  nuscenes: {
    ...{ keys: 'dataset: nuscenes, folder: set', others: ['unit'], range: 'byte', step: 0 },
    // data_classes.py: float32, five numbers a point; x right, y forward.
    read(folder) {
      const { places, intensities } = rowsOf(floatsIn(join(folder, 'set/samples/LIDAR_TOP/000000.pcd.bin')), 5);
      return { places: places.map(([x, y, z]) => [y, -x, z]), intensities };
    },
  },
  // point_types.hpp of Autoware: an unsigned byte.
  xyzirc: message('xyzirc', 2),
  xyzircaedt: message('xyzircaedt', 2),
  // PointCloudFormats.cs of Robotec's lidar: a float.
  pcl24: message('pcl24', 7),
  pcl48: message('pcl48', 7),
  instance: message('instance', 7),
  // CustomMsg of Livox's driver: an unsigned byte.
  livox: {
    ...message('livox', 2),
    read(folder) {
      const { points } = messageIn(join(folder, 'drive.mcap'), '/velodyne_vlp_16/points') as {
        points: { x: number; y: number; z: number; reflectivity: number }[];
      };
      return {
        places: points.map(({ x, y, z }) => [x, y, z]),
        intensities: points.map(({ reflectivity }) => reflectivity),
      };
    },
  },
  laserscan: {
    ...message('laserscan', 7),
    sections: {
      scanner: `scanner:
  id: flat
  name: A laser that spins
  wavelength: 905
  divergence: { mrad: 2, convention: full-1/e2 }
  pulse: { duration: 5 }
  detection: { rangeMin: 0.1, rangeMax: 100, maxReturns: 1, rangeNoise: 0 }
  deflector: { kind: spinning, rotationRate: 10, firingPeriod: 27.7777778, channels: [ { elevation: 0 } ] }`,
    },
    read(folder) {
      const scan = messageIn(join(folder, 'drive.mcap'), '/flat/scan') as {
        angle_min: number;
        angle_increment: number;
        ranges: Float32Array;
        intensities: Float32Array;
      };
      const angles = Array.from(scan.ranges, (_, k) => scan.angle_min + k * scan.angle_increment);
      return {
        places: angles.map((angle, k) => [scan.ranges[k] * Math.cos(angle), scan.ranges[k] * Math.sin(angle), 0]),
        intensities: [...scan.intensities],
      };
    },
  },
};

const withRange = ({ keys }: Layout, range: Range) => `${keys}, intensity: ${range}`;

async function written(frames: string, { read, sections }: Layout, more: Readonly<Record<string, string>> = {}) {
  const { folder, survey } = await plateSurvey(frames, { ...sections, ...more });
  await runSurvey(survey, CPU);
  return { survey, ...read(folder) };
}

const REFLECTANCES = { dark: 0.1, grey: 0.5, white: 1, retro: 951 } as const;

/** Expects of the points of each plate the value `wanted`, to a hundredth of it, or to half of a step. */
function expectPlates({ places, intensities }: Read, step: number, wanted: (reflectance: number) => number): void {
  const found = PLATES.map(() => 0);
  for (const [k, place] of places.entries()) {
    const plate = plateAt(place);
    if (plate === undefined) continue;
    found[PLATES.indexOf(plate)]++;
    const value = wanted(REFLECTANCES[plate.material]);
    const margin = Math.max(0.01 * value, 0.51 * step);
    expect(Math.abs(intensities[k] - value), `${plate.material} at ${plate.distance} m`).toBeLessThan(margin);
  }
  for (const [k, count] of found.entries()) expect(count, JSON.stringify(PLATES[k])).toBeGreaterThan(10);
}

const ALL = Object.entries(LAYOUTS);

describe('intensities of frames without a scale', () => {
  it.each(ALL)('are reflectances over the whole range, near and far, in %s', async (_, layout) => {
    const { white, top } = RANGES[layout.range];
    const read = await written(layout.keys, layout);
    expectPlates(read, layout.step, (reflectance) => Math.min(top, white * reflectance));
    expect(read.intensities.reduce((most, value) => Math.max(most, value), 0)).toBe(top);
  });

  it.each(
    sampleOf(
      ALL.flatMap(([name, layout]) => [...layout.others, layout.range].map((range) => ({ name, layout, range }))),
      4,
    ),
  )('are from 0 to the end of the range that is chosen, in $name with $range', async ({ layout, range }) => {
    const { white, top } = RANGES[range];
    const read = await written(withRange(layout, range), layout);
    expectPlates(read, layout.step, (reflectance) => Math.min(top, white * reflectance));
  });
});

/** What each scale writes of its 16 bits, as a share of the range, and how. */
const SCALES: readonly [scale: string, share: (intensity: number) => number][] = [
  ['{ scale: hdl32e }', (intensity) => intensity / 255],
  ['{ scale: linear, full: 1e-11 }', (intensity) => intensity / 65535],
  ['{ scale: hable }', (intensity) => intensity / 65535],
  ['{ scale: amplitude }', (intensity) => intensity / 6000],
  ['{ scale: reflectance }', (intensity) => intensity / 8000],
];

/** The points of the only frame of a survey, as clouds have them. */
async function cloudOf(survey: Awaited<ReturnType<typeof plateSurvey>>['survey']): Promise<PointBatch> {
  const clouds: PointBatch[] = [];
  for await (const { points } of simulateFrames(survey, CPU)) clouds.push(points);
  expect(clouds).toHaveLength(1);
  return clouds[0];
}

describe('intensities of frames on a chosen scale', () => {
  it.each(SCALES)('of %s take its range to that of the layout', async (scale, share) => {
    for (const name of ['semantic-kitti', 'nuscenes', 'xyzirc', 'pcl24']) {
      const layout = LAYOUTS[name];
      const { top } = RANGES[layout.range];
      const { survey, intensities } = await written(layout.keys, layout, { intensity: `intensity: ${scale}` });
      const { intensity } = await cloudOf(survey);
      const wanted = Array.from(intensity, (value) => Math.min(top, top * share(value)));
      expect(deviations(intensities, wanted, layout.step ? 0.5001 : 1e-6 * top), name).toEqual([]);
      expect(new Set(intensities.map((value) => Math.round((255 / top) * value))).size).toBeGreaterThan(3);
    }
  });

  it('pass 8 bits on as they are', async () => {
    const { survey, intensities } = await written(LAYOUTS.xyzirc.keys, LAYOUTS.xyzirc, {
      intensity: 'intensity: { scale: hdl32e }',
    });
    expect(intensities).toEqual([...(await cloudOf(survey)).intensity]);
    expect(Math.max(...intensities)).toBeGreaterThan(250);
  });

  it('are as before where frames are clouds', async () => {
    const { survey } = await plateSurvey('file: "%06d.npy", coordinates: sensor');
    const { intensity, energy } = await cloudOf(survey);
    const { minEnergy } = survey.instruments[0].scanner.detection;
    expect(energy.length).toBeGreaterThan(100);
    const amplitudes = Array.from(energy, (joules) => 1000 * Math.log10(joules / minEnergy));
    expect(deviations(intensity, amplitudes, 0.6)).toEqual([]);
  });
});
