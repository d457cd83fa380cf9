/* The tables of nuScenes: github.com/nutonomy/nuscenes-devkit, its page schema_nuscenes. */

import { toFlu } from '../../../base/flu.js';
import type { Quaternion } from '../../../base/quaternion.js';
import { composeRigid, invertRigid, type Rigid } from '../../../base/rigid.js';
import { utcOfGpsTime } from '../../units/gps-time.js';
import { type FrameBox, frameDigits, type WrittenFrame } from '../data-set.js';
import { ATTRIBUTES, attributesAt } from './attributes.js';
import { CATEGORIES } from './categories.js';
import { TOP } from './channels.js';
import { placeInSamples, type SampledFrame } from './place-in-samples.js';
import { tokenOf } from './token.js';

/** A row of a table. */
export type NuscenesRow = Record<string, unknown> & { token: string };

/** Tables that are the same in all data sets, so that several surveys share them. */
export const SHARED_TABLES = ['attribute', 'category', 'visibility'] as const;
/** The table of sensors, whose rows are the same in all data sets that have them. */
export const SENSOR_TABLE = 'sensor';
/** Tables with rows of one survey. */
export const OWN_TABLES = [
  ...(['calibrated_sensor', 'ego_pose', 'instance', 'lidarseg', 'log', 'map', 'sample', 'sample_annotation'] as const),
  ...(['sample_data', 'scene'] as const),
] as const;

export type Tables = Record<(typeof SHARED_TABLES | typeof OWN_TABLES)[number] | typeof SENSOR_TABLE, NuscenesRow[]>;

/** The folder of the tables, and that of labels: programs select one of three versions by name. */
export const NUSCENES_VERSION = 'v1.0-trainval';

/** A map of the ground, which programs require: an empty picture. */
export const MAP_PATH = 'maps/none.png';

export const pointsPath = (digits: string, channel = TOP): string => `samples/${channel}/${digits}.pcd.bin`;

/** The path of the labels of the points of a record of sample_data. */
export const labelsPath = (token: string): string => `lidarseg/${NUSCENES_VERSION}/${token}_lidarseg.bin`;

/** The token of the points of a frame, by which programs look up their labels. */
export const dataToken = (frame: number, channel = TOP): string => tokenOf('sample_data', channel, frame);

/** The rows of frames of all lasers: one scene. */
export function tablesOf(written: readonly WrittenFrame[]): Tables {
  const frames = placeInSamples(written);
  const samples = sampleRows(frames);
  return {
    ...sharedTables(),
    ...platformTables(frames),
    ...annotationTables(frames),
    log: [{ token: LOG, logfile: 'subray', vehicle: 'subray', date_captured: dayOf(frames), location: 'subray' }],
    map: [{ token: tokenOf('map'), log_tokens: [LOG], category: 'semantic_prior', filename: MAP_PATH }],
    scene: samples.length === 0 ? [] : [sceneOf(samples.map(({ token }) => token))],
    sample: samples,
    lidarseg: frames.map(({ frame, channel }) => {
      const token = dataToken(frame, channel);
      return { token, sample_data_token: token, filename: labelsPath(token) };
    }),
  };
}

/** A row for each sample, at the start of its frame of the first laser. */
function sampleRows(frames: readonly SampledFrame[]): NuscenesRow[] {
  const firsts = frames.filter(({ channel }) => channel === frames[0].channel);
  const tokens = firsts.map((_, k) => sampleToken(k));
  return firsts.map(({ startTime }, k) => ({
    ...{ token: tokens[k], timestamp: microseconds(startTime), scene_token: SCENE },
    ...neighbours(tokens, k),
  }));
}

const sampleToken = (sample: number): string => tokenOf('sample', sample);

const LOG = tokenOf('log');
const SCENE = tokenOf('scene');

/** The name of the scene of a survey, unlike those of nuScenes itself. */
const sceneName = (survey: number): string => `scene-${frameDigits(survey)}`;

const sceneOf = (samples: readonly string[]): NuscenesRow => ({
  ...{ token: SCENE, name: sceneName(0), description: 'simulated by subray', log_token: LOG },
  ...{ nbr_samples: samples.length, first_sample_token: samples[0], last_sample_token: samples[samples.length - 1] },
});

/** The tokens before and after one in a row of them, as stored in all tables. */
const neighbours = (tokens: readonly string[], k: number) => ({ next: tokens[k + 1] ?? '', prev: tokens[k - 1] ?? '' });

/** Microseconds since 1970, UTC. */
const microseconds = (time: number): number => {
  const whole = Math.floor(time);
  return utcOfGpsTime(whole) * 1000 + Math.round((time - whole) * 1e6);
};

const dayOf = ([first]: readonly SampledFrame[]): string =>
  new Date(first ? utcOfGpsTime(first.startTime) : 0).toISOString().slice(0, 10);

/** Upper ends of the shares of an object in sight, percent; their tokens are 1 to 4, as in nuScenes itself. */
const VISIBILITIES = [40, 60, 80, 100];

const sharedTables = () => ({
  attribute: ATTRIBUTES.map((name) => ({ token: tokenOf('attribute', name), name, description: '' })),
  category: CATEGORIES.map(({ name, id }) => ({ token: categoryToken(name), name, description: '', index: id })),
  visibility: VISIBILITIES.map((upper, k) => {
    const lower = VISIBILITIES[k - 1] ?? 0;
    return { token: String(k + 1), level: `v${lower}-${upper}`, description: `${lower} to ${upper} % are in sight` };
  }),
});

const sensorToken = (channel: string): string => tokenOf('sensor', channel);
const categoryToken = (name: string): string => tokenOf('category', name);

/** Poses of the platform, x forward, y left, z up, and of the sensors on it, x right, y forward, z up. */
function platformTables(frames: readonly SampledFrame[]) {
  const channels = [...new Set(frames.map(({ channel }) => channel))];
  const sensors = new Map<string, NuscenesRow>();
  const poses: NuscenesRow[] = [];
  const data: NuscenesRow[] = [];
  for (const channel of channels) {
    const own = frames.filter((frame) => frame.channel === channel);
    const tokens = own.map(({ frame }) => dataToken(frame, channel));
    for (const [k, { frame, startTime, pose, mount, sample, isKey }] of own.entries()) {
      const platform = composeRigid(pose, invertRigid(mount));
      const ego = { position: platform.position, orientation: toFlu(platform.orientation) };
      const sensor = calibratedSensor(channel, mount);
      sensors.set(sensor.token, sensor);
      const timestamp = microseconds(startTime);
      const egoToken = tokenOf('ego_pose', channel, frame);
      poses.push({ token: egoToken, timestamp, ...written(ego) });
      data.push({
        ...{ token: tokens[k], sample_token: sampleToken(sample), ego_pose_token: egoToken },
        ...{ calibrated_sensor_token: sensor.token, timestamp, fileformat: 'pcd', is_key_frame: isKey },
        ...{ height: 0, width: 0, filename: pointsPath(frameDigits(frame), channel), ...neighbours(tokens, k) },
      });
    }
  }
  return {
    sensor: (channels.length > 0 ? channels : [TOP]).map((channel) => ({
      token: sensorToken(channel),
      channel,
      modality: 'lidar',
    })),
    ...{ calibrated_sensor: [...sensors.values()], ego_pose: poses, sample_data: data },
  };
}

const NOWHERE: Rigid = { position: [0, 0, 0], orientation: toFlu([0, 0, 0, 1]) };

function calibratedSensor(channel: string, mount: Rigid): NuscenesRow {
  const onPlatform = written(composeRigid(invertRigid(NOWHERE), mount));
  const token = tokenOf('calibrated_sensor', channel, ...onPlatform.translation, ...onPlatform.rotation);
  return { token, sensor_token: sensorToken(channel), ...onPlatform, camera_intrinsic: [] };
}

/** A pose, its quaternion w x y z. */
const written = ({ position, orientation }: Rigid) => ({
  translation: [...position],
  rotation: rotationOf(orientation),
});

const rotationOf = ([x, y, z, w]: Quaternion): number[] => [w, x, y, z];

/** The boxes of all samples, and their objects. */
function annotationTables(frames: readonly SampledFrame[]) {
  const annotations: NuscenesRow[] = [];
  const moves = frames.some((frame) => frame.moves);
  const byObject = new Map<number, { box: FrameBox; rows: NuscenesRow[] }>();
  for (const [sample, boxes] of sampleBoxes(frames).entries())
    for (const box of boxes.values()) {
      const row = annotationOf(sample, box, moves);
      annotations.push(row);
      const known = byObject.get(box.instance) ?? { box, rows: [] };
      known.rows.push(row);
      byObject.set(box.instance, known);
    }
  const instances = [...byObject].map(([instance, { box, rows }]) => {
    const tokens = rows.map(({ token }) => token);
    for (const [k, row] of rows.entries()) Object.assign(row, neighbours(tokens, k));
    return {
      ...{ token: instanceToken(instance), category_token: categoryToken(box.className) },
      ...{ nbr_annotations: rows.length, first_annotation_token: tokens[0] },
      last_annotation_token: tokens[tokens.length - 1],
    };
  });
  return { instance: instances, sample_annotation: annotations };
}

/** The boxes in each sample, by their objects, with the points of all of its lasers, and seen by the best of these. */
function sampleBoxes(frames: readonly SampledFrame[]): Map<number, FrameBox>[] {
  const samples: Map<number, FrameBox>[] = [];
  const first: number[] = [];
  for (const { sample, isKey, boxes, startTime } of frames) {
    samples[sample] ??= new Map();
    const own = samples[sample];
    if (!isKey) continue;
    // Boxes of a sample are at one moment, that of its frame of the first laser.
    first[sample] ??= startTime;
    const later = first[sample] - startTime;
    for (const box of boxes) own.set(box.instance, joined(own.get(box.instance), movedTo(box, box.time + later)));
  }
  return samples;
}

/** A box at another moment. */
const movedTo = (box: FrameBox, time: number): FrameBox =>
  time === box.time ? box : { ...box, time, world: box.worldAt(time) };

const joined = (before: FrameBox | undefined, box: FrameBox): FrameBox =>
  before === undefined
    ? box
    : { ...before, points: before.points + box.points, occlusion: lesser(before.occlusion, box.occlusion) };

const lesser = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const instanceToken = (instance: number): string => tokenOf('instance', instance);

function annotationOf(sample: number, box: FrameBox, moves: boolean): NuscenesRow {
  const { instance, world, points, occlusion } = box;
  const [length, width, height] = world.size;
  return {
    ...{ token: tokenOf('sample_annotation', sample, instance), sample_token: sampleToken(sample) },
    ...{ instance_token: instanceToken(instance), visibility_token: visibilityOf(occlusion) },
    attribute_tokens: attributesAt(box, moves).map((name) => tokenOf('attribute', name)),
    ...{ translation: [...world.centre], size: [width, length, height] },
    ...{ rotation: rotationOf(world.orientation), num_lidar_pts: points, num_radar_pts: 0 },
  };
}

/** The token of the visible share of a box; empty if it is unknown. */
function visibilityOf(occlusion: number | null): string {
  if (occlusion === null) return '';
  const inSight = 100 * (1 - occlusion);
  return String(1 + VISIBILITIES.findIndex((upper) => inSight <= upper));
}
