import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLES = [
  ...['category', 'attribute', 'visibility', 'instance', 'sensor', 'calibrated_sensor', 'ego_pose', 'log', 'scene'],
  ...['sample', 'sample_data', 'sample_annotation', 'map', 'lidarseg'],
] as const;

/** Fields that point to rows, and the tables of these. */
const FOREIGN: Readonly<Record<string, string>> = {
  ...{ sensor_token: 'sensor', category_token: 'category', scene_token: 'scene', sample_token: 'sample' },
  ...{ instance_token: 'instance', visibility_token: 'visibility', attribute_tokens: 'attribute', log_token: 'log' },
  ...{ log_tokens: 'log', ego_pose_token: 'ego_pose', calibrated_sensor_token: 'calibrated_sensor' },
  ...{ sample_data_token: 'sample_data', first_sample_token: 'sample', last_sample_token: 'sample' },
  ...{ first_annotation_token: 'sample_annotation', last_annotation_token: 'sample_annotation' },
};

// biome-ignore lint/suspicious/noExplicitAny: rows of JSON, as the program has them
type Row = Record<string, any>;

/** A point or a vector turned by a quaternion w, x, y, z. */
export function turned([w, x, y, z]: readonly number[], [a, b, c]: readonly number[]): number[] {
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

const placed = ({ translation, rotation }: Row, point: readonly number[]): number[] =>
  turned(rotation, point).map((value, axis) => value + translation[axis]);

/**
 * A data set as the development kit reads it: NuScenes of nuscenes.py with its tables, reverse index and checks of
 * lidarseg, LidarPointCloud.from_file of utils/data_classes.py, load_bin_file of utils/data_io.py.
 */
export class NuScenes {
  readonly tables: Record<(typeof TABLES)[number], Row[]>;
  private readonly root: string;
  private readonly index = new Map<string, Row>();

  constructor(root: string, version = 'v1.0-trainval') {
    this.root = root;
    const read = (name: string) => [name, JSON.parse(readFileSync(join(root, version, `${name}.json`), 'utf8'))];
    this.tables = Object.fromEntries(TABLES.map(read));
    for (const name of TABLES)
      for (const row of this.tables[name]) {
        if (this.index.has(`${name}/${row.token}`)) throw new Error(`${name} has ${row.token} twice`);
        this.index.set(`${name}/${row.token}`, row);
      }
    for (const name of TABLES) for (const row of this.tables[name]) this.check(name, row);
    for (const { filename } of [...this.tables.map, ...this.tables.sample_data, ...this.tables.lidarseg])
      if (!existsSync(join(root, filename))) throw new Error(`${filename} is missing`);
    const files = readdirSync(join(root, 'lidarseg', version)).filter((file) => file.endsWith('.bin'));
    if (files.length !== this.tables.lidarseg.length) throw new Error(`${files.length} files of labels`);
  }

  get(table: (typeof TABLES)[number], token: string): Row {
    const row = this.index.get(`${table}/${token}`);
    if (row === undefined) throw new Error(`${table} has no ${token}`);
    return row;
  }

  /** All keyframes of a scene, in their order, by their links. */
  samplesOf({ first_sample_token, last_sample_token, nbr_samples }: Row): Row[] {
    const samples = [this.get('sample', first_sample_token)];
    for (let last = samples[0]; last.next !== ''; last = samples[samples.length - 1]) {
      const next = this.get('sample', last.next);
      if (next.prev !== last.token || next.timestamp <= last.timestamp) throw new Error('samples are out of order');
      samples.push(next);
    }
    if (samples.length !== nbr_samples || samples[samples.length - 1].token !== last_sample_token)
      throw new Error('a scene has other samples than it says');
    return samples;
  }

  /** The channel of a record of sample_data. */
  channelOf({ calibrated_sensor_token }: Row): string {
    const { sensor_token } = this.get('calibrated_sensor', calibrated_sensor_token);
    return this.get('sensor', sensor_token).channel;
  }

  /** The keyframes of a sample by their channels: `sample['data']` of the program. */
  dataOf(sample: Row): Record<string, Row> {
    const rows = this.tables.sample_data.filter((row) => row.sample_token === sample.token && row.is_key_frame);
    const byChannel = Object.fromEntries(rows.map((row) => [this.channelOf(row), row]));
    if (Object.keys(byChannel).length !== rows.length) throw new Error('a channel has two keyframes in a sample');
    return byChannel;
  }

  /** All records of a channel, in their order, by their links. */
  sweepsOf(channel: string): Row[] {
    const own = this.tables.sample_data.filter((row) => this.channelOf(row) === channel);
    const [first, ...others] = own.filter(({ prev }) => prev === '');
    if (first === undefined || others.length > 0) throw new Error(`${channel} has no chain`);
    const chain = [first];
    for (let last = first; last.next !== ''; last = chain[chain.length - 1]) {
      const next = this.get('sample_data', last.next);
      if (next.prev !== last.token || next.timestamp <= last.timestamp) throw new Error('sweeps are out of order');
      chain.push(next);
    }
    if (chain.length !== own.length) throw new Error(`${channel} has records out of its chain`);
    return chain;
  }

  /** The points of a sample in the sensor's frame and the global one, with their labels, and its annotations. */
  load(sample: Row, channel = 'LIDAR_TOP') {
    const data = this.dataOf(sample)[channel];
    if (data === undefined) throw new Error(`a sample has no points of ${channel}`);
    return this.loadData(data, sample);
  }

  /** The same of a record of sample_data. */
  loadData(data: Row, sample = this.get('sample', data.sample_token)) {
    const sensor = this.get('calibrated_sensor', data.calibrated_sensor_token);
    const ego = this.get('ego_pose', data.ego_pose_token);
    const scan = new Float32Array(new Uint8Array(readFileSync(join(this.root, data.filename))).buffer);
    const labels = new Uint8Array(readFileSync(join(this.root, this.get('lidarseg', data.token).filename)));
    if (scan.length !== 5 * labels.length) throw new Error(`${labels.length} labels of ${scan.length / 5} points`);
    const points = Array.from(labels, (label, k) => {
      const [x, y, z, intensity, ring] = scan.subarray(5 * k, 5 * k + 5);
      const global = placed(ego, placed(sensor, [x, y, z]));
      return { own: [x, y, z], global, intensity, ring, label };
    });
    const annotations = this.tables.sample_annotation.filter((row) => row.sample_token === sample.token);
    return { data, sensor, ego, points, annotations };
  }

  /** The category of an annotation. */
  categoryOf({ instance_token }: Row): Row {
    return this.get('category', this.get('instance', instance_token).category_token);
  }

  private check(name: string, row: Row): void {
    for (const [key, value] of Object.entries(row)) {
      if (key === 'prev' || key === 'next') {
        if (value !== '') this.get(name as 'sample', value);
      } else if (key.endsWith('_token') || key.endsWith('_tokens')) {
        const table = FOREIGN[key] as 'sample';
        for (const token of Array.isArray(value) ? value : [value])
          if (token !== '' || key !== 'visibility_token') this.get(table, token);
      }
    }
  }
}

/** A point in the frame of an annotation's box, from its centre: along its length, its width and up. */
export const withinAnnotation = ({ translation, rotation: [w, x, y, z] }: Row, point: readonly number[]): number[] =>
  turned(
    [w, -x, -y, -z],
    point.map((value, axis) => value - translation[axis]),
  );

/** Seconds between two samples from which on no velocity is told. */
const TIME_DIFF_MAX = 1.5;

/**
 * The velocity of an annotation as box_velocity of nuscenes.py has it: the difference of the one after and the one
 * before, or of one of them and its own; NaN for one alone, or over too long a time.
 */
export function boxVelocity(set: NuScenes, annotation: Row): number[] {
  const [first, last] = (['prev', 'next'] as const).map((link) =>
    annotation[link] === '' ? annotation : set.get('sample_annotation', annotation[link]),
  );
  const seconds = ({ sample_token }: Row) => 1e-6 * set.get('sample', sample_token).timestamp;
  const apart = seconds(last) - seconds(first);
  const most = annotation.prev !== '' && annotation.next !== '' ? 2 * TIME_DIFF_MAX : TIME_DIFF_MAX;
  if (first === last || apart > most) return [Number.NaN, Number.NaN, Number.NaN];
  return last.translation.map((value: number, axis: number) => (value - first.translation[axis]) / apart);
}
