/*
 * Frames in a recording, read by Foxglove's readers of MCAP and of ROS 2's messages, against the frames that
 * simulateFrames yields.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { fromAttitude } from '../../src/base/quaternion.js';
import { composeRigid, type Rigid } from '../../src/base/rigid.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { attributesOf } from '../../src/cloud/point-fields.js';
import { utcNanoseconds, utcOfGpsTime } from '../../src/io/units/gps-time.js';
import { runSurvey, simulateFrames } from '../../src/node-scans.js';
import { toFlu } from '../../src/platform/body-axes.js';
import { rosNames } from '../../src/simulation/frames/recording-store.js';
import type { Frame } from '../../src/simulation/simulate-frames.js';
import { sampleOf } from '../support/long-run.js';
import { deviations, differences, outliers } from '../support/outliers.js';
import { roomSurvey } from './room-survey.js';

const CPU = { engine: 'cpu', cache: false, threads: 1 } as const;
/** Two turns and a part of one; a fifth of a turn. */
const MOVING =
  'legs: [ { from: [-0.5, 0, 1.2], to: [0.5, 0.2, 1.4], speed: 10 }, { position: [0.3, 0, 1.2], duration: 0.01 } ]';
/** Intensities that fill 16 bits. */
const FULL_BITS = { intensity: 'intensity: { scale: hable }' };
const QUICK = 'scanner: { id: velodyne-vlp-16, rotationRate: 20 }';

interface Stamp {
  sec: number;
  nanosec: number;
}
interface Header {
  stamp: Stamp;
  frame_id: string;
}
interface Cloud {
  header: Header;
  height: number;
  width: number;
  fields: { name: string; offset: number; datatype: number; count: number }[];
  is_bigendian: boolean;
  point_step: number;
  row_step: number;
  data: Uint8Array;
  is_dense: boolean;
}
interface Scan {
  header: Header;
  angle_min: number;
  angle_max: number;
  angle_increment: number;
  time_increment: number;
  scan_time: number;
  range_min: number;
  range_max: number;
  ranges: Float32Array;
  intensities: Float32Array;
}
interface Axes {
  x: number;
  y: number;
  z: number;
  w: number;
}
interface Transforms {
  transforms: { header: Header; child_frame_id: string; transform: { translation: Axes; rotation: Axes } }[];
}
interface Message {
  topic: string;
  time: bigint;
  sequence: number;
  message: unknown;
}

/** All messages in the order of their times, by the index; the stream holds as many. */
async function messagesIn(path: string): Promise<{ messages: Message[]; reader: McapIndexedReader }> {
  const bytes = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    },
  });
  const readers = new Map<number, MessageReader>();
  for (const channel of reader.channelsById.values()) {
    const schema = reader.schemasById.get(channel.schemaId);
    expect([channel.messageEncoding, schema?.encoding]).toEqual(['cdr', 'ros2msg']);
    readers.set(channel.id, new MessageReader(parse(new TextDecoder().decode(schema?.data), { ros2: true })));
  }
  const messages: Message[] = [];
  for await (const { channelId, logTime, publishTime, sequence, data } of reader.readMessages()) {
    expect(publishTime).toBe(logTime);
    const topic = reader.channelsById.get(channelId)?.topic ?? '';
    messages.push({ topic, time: logTime, sequence, message: readers.get(channelId)?.readMessage(data) });
  }
  const stream = new McapStreamReader({ validateCrcs: true });
  stream.append(new Uint8Array(bytes));
  let streamed = 0;
  for (let record = stream.nextRecord(); record; record = stream.nextRecord())
    if (record.type === 'Message') streamed++;
  expect(streamed).toBe(messages.length);
  return { messages, reader };
}

async function recorded(frames: string, more: Record<string, string> = {}) {
  const survey = await roomSurvey({
    scanner: QUICK,
    legs: MOVING,
    frames: `frames: { file: drive.mcap, ${frames} }`,
    ...more,
  });
  const all: Frame[] = [];
  for await (const frame of simulateFrames(survey, CPU)) all.push(frame);
  const report = await runSurvey(survey, CPU);
  const path = join(dirname(survey.file), 'drive.mcap');
  return { survey, report, path, frames: all, ...(await messagesIn(path)) };
}

/** A field's name, offset and type. */
type FieldPlace = readonly [name: string, offset: number, type: number];

const XYZ: readonly FieldPlace[] = [
  ['x', 0, 7],
  ['y', 4, 7],
  ['z', 8, 7],
];
const XYZIRC: readonly FieldPlace[] = [...XYZ, ['intensity', 12, 2], ['return_type', 13, 2], ['channel', 14, 4]];
const PCL24: readonly FieldPlace[] = [...XYZ, ['intensity', 16, 7], ['ring', 20, 4]];

const SETTERS = [
  undefined,
  undefined,
  ['getUint8', 1],
  undefined,
  ['getUint16', 2],
  undefined,
  ['getUint32', 4],
  ['getFloat32', 4],
  ['getFloat64', 8],
] as const;

/** The numbers of each field. */
function fieldsOf({ fields, data, point_step, width, height }: Cloud): Record<string, number[]> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const of = ({ datatype, offset }: Cloud['fields'][number]) => {
    const [get] = SETTERS[datatype] ?? ['getUint8'];
    return Array.from({ length: width * height }, (_, i) => view[get](i * point_step + offset, true));
  };
  return Object.fromEntries(fields.map((field) => [field.name, of(field)]));
}

const f32 = (values: Iterable<number>): number[] => [...Float32Array.from(values)];
const cloudsOf = (messages: readonly Message[]): Cloud[] =>
  messages.filter(({ topic }) => topic.endsWith('/points')).map(({ message }) => message as Cloud);
const nanoseconds = ({ sec, nanosec }: Stamp): bigint => BigInt(sec) * 1_000_000_000n + BigInt(nanosec);

describe('a recording', () => {
  it('has every attribute of every frame, at the time of its start, in the axes of ROS', async () => {
    const { messages, frames, reader, report, path } = await recorded('coordinates: sensor');
    expect(reader.header).toMatchObject({ profile: 'ros2', library: expect.stringMatching(/^subray \d/) });
    const clouds = messages.filter(({ topic }) => topic.endsWith('/points'));
    expect(clouds).toHaveLength(frames.length);
    expect(report.frames).toMatchObject([{ path, files: frames.length }]);
    clouds.forEach(({ message, time, sequence }, k) => {
      const cloud = message as Cloud;
      const { points, startTime } = frames[k];
      expect([time, sequence, nanoseconds(cloud.header.stamp)]).toEqual([utcNanoseconds(startTime), k, time]);
      expect(cloud).toMatchObject({ height: 1, width: points.count, is_bigendian: false, is_dense: true });
      expect([cloud.row_step, cloud.data.length]).toEqual([cloud.point_step * points.count, cloud.row_step]);
      const found = fieldsOf(cloud);
      for (const { name, key, component, components } of attributesOf({ optional: ['ring', 'azimuth', 'frameTime'] })) {
        const array = points[key as keyof PointBatch] as Float64Array;
        const wanted = Array.from({ length: points.count }, (_, i) => array[components * i + component]);
        expect(differences(found[name], ['x', 'y', 'z'].includes(name) ? f32(wanted) : wanted), name).toEqual([]);
      }
    });
    // The last leg looks north, in a room of 6 m by 5 m: 2.5 m to the wall in front, 2.7 m to that on the right, and
    // noise.
    const last = fieldsOf(clouds[clouds.length - 1].message as Cloud);
    expect(Math.abs(Math.max(...last.x) - 2.5)).toBeLessThan(0.15);
    expect(Math.abs(Math.min(...last.y) + 2.7)).toBeLessThan(0.15);
  });

  it('has the poses of platform and sensor, which bring points to the world', async () => {
    const mounted = 'mount: { position: [0.2, -0.4, 0.5], heading: 30, pitch: 5, roll: -10 }';
    const { messages, frames } = await recorded('coordinates: sensor', { mount: mounted });
    const rigids = (topic: string) =>
      messages
        .filter((message) => message.topic === topic)
        .flatMap(({ message }) => (message as Transforms).transforms)
        .map(({ header, child_frame_id, transform: { translation: t, rotation: r } }) => ({
          link: [header.frame_id, child_frame_id],
          time: nanoseconds(header.stamp),
          pose: { position: [t.x, t.y, t.z], orientation: [r.x, r.y, r.z, r.w] } satisfies Rigid,
        }));
    const [fixed, ...others] = rigids('/tf_static');
    expect(others).toEqual([]);
    const [cloud] = cloudsOf(messages);
    expect(fixed.link).toEqual(['base_link', cloud.header.frame_id]);
    // 0.2 m right, 0.4 m back: forward, left, up.
    expect(fixed.pose.position).toEqual([-0.4, -0.2, 0.5]);
    const moving = rigids('/tf');
    expect(moving.map(({ time }) => time)).toEqual(frames.map(({ startTime }) => utcNanoseconds(startTime)));
    moving.forEach(({ link, pose }, k) => {
      expect(link).toEqual(['map', 'base_link']);
      const { position, orientation } = composeRigid(pose, fixed.pose);
      const same = orientation.reduce((sum, value, n) => sum + value * frames[k].pose.orientation[n], 0);
      expect(Math.abs(same)).toBeCloseTo(1, 12);
      for (const axis of [0, 1, 2]) expect(position[axis]).toBeCloseTo(frames[k].pose.position[axis], 12);
    });
    // The station stands level and looks north.
    const north = toFlu(fromAttitude(0, 0, 0));
    const last = moving[moving.length - 1].pose.orientation;
    expect(Math.abs(last.reduce((sum, value, n) => sum + value * north[n], 0))).toBeCloseTo(1, 12);
  });

  it('has organised frames, and those of the world', async () => {
    const { messages, frames } = await recorded('organised: true, layout: pcl24');
    const clouds = cloudsOf(messages);
    const [cloud] = clouds;
    expect(cloud).toMatchObject({ height: 16, width: frames[0].grid?.width, is_dense: false, point_step: 24 });
    expect(cloud.header.frame_id).toBe('map');
    const found = fieldsOf(cloud);
    expect(differences(found.x, f32(frames[0].points.x))).toEqual([]);
    expect(differences(found.ring, frames[0].points.ring ?? [])).toEqual([]);
    // The turn that is not whole has empty columns.
    expect(fieldsOf(clouds[clouds.length - 1]).x.some(Number.isNaN)).toBe(true);
  });

  it.each(
    sampleOf<[string, readonly FieldPlace[], number]>(
      [
        ['xyzirc', XYZIRC, 16],
        [
          'xyzircaedt',
          [...XYZIRC, ['azimuth', 16, 7], ['elevation', 20, 7], ['distance', 24, 7], ['time_stamp', 28, 6]],
          32,
        ],
        ['pcl24', PCL24, 24],
        [
          'pcl48',
          [...PCL24, ['azimuth', 24, 7], ['distance', 28, 7], ['return_type', 32, 2], ['time_stamp', 40, 8]],
          48,
        ],
        [
          'instance',
          [...XYZ, ['intensity', 12, 7], ['instance', 16, 6], ['semantic', 20, 4], ['classification', 22, 2]],
          24,
        ],
      ],
      2,
    ),
  )('has points in the layout %s', async (layout, wanted, step) => {
    const { messages, frames } = await recorded(`coordinates: sensor, layout: ${layout}`, FULL_BITS);
    const clouds = cloudsOf(messages);
    expect(clouds).toHaveLength(frames.length);
    clouds.forEach((cloud, k) => {
      expect(cloud.fields.map(({ name, offset, datatype }) => [name, offset, datatype])).toEqual(wanted);
      expect([cloud.point_step, ...cloud.fields.map(({ count }) => count)]).toEqual([step, ...wanted.map(() => 1)]);
      const found = fieldsOf(cloud);
      const { points } = frames[k];
      const { azimuth = [], frameTime = [], ring = [] } = points;
      const expectSame = (numbers: ArrayLike<number>, wanted: ArrayLike<number>) =>
        expect(differences(numbers, wanted)).toEqual([]);
      for (const axis of ['x', 'y', 'z'] as const) expectSame(found[axis], f32(points[axis]));
      const deep = layout === 'xyzirc' || layout === 'xyzircaedt';
      expectSame(
        found.intensity,
        deep
          ? [...points.intensity].map((value) => Math.round(value / 257))
          : f32([...points.intensity].map((value) => value / 257)),
      );
      if (found.channel ?? found.ring) expectSame(found.channel ?? found.ring, ring);
      if (found.azimuth)
        expectSame(
          found.azimuth,
          [...azimuth].map((angle) => -angle),
        );
      if (found.distance) expectSame(found.distance, f32(points.range));
      if (layout === 'pcl48') expectSame(found.time_stamp, frameTime);
      if (layout === 'xyzircaedt') {
        expectSame(
          found.time_stamp,
          [...frameTime].map((time) => Math.round(time * 1e9) + 0),
        );
        // Lasers of a VLP-16 are 2° apart, from −15°.
        const lasers = found.channel.map((channel) => ((2 * channel - 15) * Math.PI) / 180);
        expect(deviations(found.elevation, lasers, 0.005)).toEqual([]);
      }
      if (found.instance) {
        for (const name of ['instance', 'semantic', 'classification'] as const) expectSame(found[name], points[name]);
      }
      // Beams that hit one wall have one return, their first.
      const first = layout === 'pcl48' ? 4 : 2;
      if (found.return_type)
        expect(outliers(found.return_type, (type, i) => points.returnNumber[i] !== 1 || type === first)).toEqual([]);
    });
  });

  it('has the ranges of a single laser that spins, with infinity where nothing came back', async () => {
    const laser = `scanner:
  id: flat
  name: A laser that spins
  wavelength: 905
  divergence: { mrad: 2, convention: full-1/e2 }
  pulse: { duration: 5 }
  detection: { rangeMin: 0.1, rangeMax: 2.8, maxReturns: 1, rangeNoise: 0 }
  deflector: { kind: spinning, rotationRate: 10, firingPeriod: 138.8888888889, channels: [ { elevation: 0 } ] }`;
    const { messages, frames } = await recorded('coordinates: sensor, layout: laserscan', {
      ...FULL_BITS,
      scanner: laser,
      legs: 'legs: [ { position: [0.3, 0, 1.2], duration: 0.25 } ]',
    });
    const scans = messages.filter(({ topic }) => topic === '/flat/scan');
    expect(scans.map(({ time }) => time)).toEqual(frames.map(({ startTime }) => utcNanoseconds(startTime)));
    expect(scans.map(({ message }) => (message as Scan).ranges.length)).toEqual([720, 720, 360]);
    scans.forEach(({ message }, k) => {
      const scan = message as Scan;
      expect(scan.header.frame_id).toBe('flat');
      expect(scan.angle_increment).toBeCloseTo(-Math.PI / 360, 6);
      expect(scan.angle_max).toBeCloseTo(scan.angle_min + scan.angle_increment * (scan.ranges.length - 1), 5);
      expect(scan.time_increment).toBeCloseTo(1 / 7200, 8);
      expect(scan.scan_time).toBeCloseTo(scan.ranges.length / 7200, 6);
      expect([scan.range_min, scan.range_max]).toEqual(f32([0.1, 2.8]));
      const { range, intensity } = frames[k].points;
      for (let i = 0; i < scan.ranges.length; i++) {
        const isLost = Number.isNaN(range[i]);
        expect(scan.ranges[i]).toBe(isLost ? Infinity : Math.fround(range[i]));
        expect(scan.intensities[i]).toBe(Math.fround(intensity[i] / 257));
        // The wall in front is 2.5 m away, that on the right 2.7 m, those behind it too far.
        const angle = scan.angle_min + i * scan.angle_increment;
        if (Math.abs(angle) < 0.4) expect(Math.abs(scan.ranges[i] * Math.cos(angle) - 2.5)).toBeLessThan(0.01);
      }
    });
    expect((scans[0].message as Scan).ranges).toContain(Infinity);
  });

  it('is the same file each time, and whole or not there', async () => {
    const [one, other] = [await recorded('layout: xyzirc'), await recorded('layout: xyzirc')];
    expect(readFileSync(one.path).equals(readFileSync(other.path))).toBe(true);
    expect(readdirSync(dirname(one.path)).filter((name) => name.startsWith('.'))).toEqual([]);
    const stopped = await roomSurvey({ legs: MOVING, frames: 'frames: { file: stopped.mcap }' });
    const controller = new AbortController();
    const running = runSurvey(stopped, { ...CPU, signal: controller.signal, onProgress: () => controller.abort() });
    await expect(running).rejects.toThrow();
    expect(existsSync(join(dirname(stopped.file), 'stopped.mcap'))).toBe(false);
    expect(readdirSync(dirname(stopped.file)).sort()).toEqual(['room.obj', 'survey.yaml']);
  });

  it('has a topic for each of two scanners, and times that players sort', async () => {
    const two = 'scanners: [ { name: left, scanner: velodyne-vlp-16 }, { name: 2-right, scanner: velodyne-vlp-16 } ]';
    const { messages } = await recorded('coordinates: sensor, layout: pcl24', { scanner: two });
    const topics = new Set(messages.map(({ topic }) => topic));
    expect([...topics].sort()).toEqual(['/left/points', '/lidar_2_right/points', '/tf', '/tf_static']);
    for (let k = 1; k < messages.length; k++) expect(messages[k].time >= messages[k - 1].time).toBe(true);
  });
});

it('names of ROS have letters, digits and underscores, and are different', () => {
  expect(rosNames(['velodyne-vlp-16', 'velodyne vlp 16', '3d', 'map', 'é'])).toEqual([
    'velodyne_vlp_16',
    'velodyne_vlp_16_2',
    'lidar_3d',
    'map_2',
    '_',
  ]);
});

it('moments in nanoseconds are those in milliseconds, and finer', () => {
  // Steps of a number of this size are 60 ns apart.
  expect(utcNanoseconds(400_000_000.25)).toBe(BigInt(utcOfGpsTime(400_000_000)) * 1_000_000n + 250_000_000n);
  const fraction = Number(utcNanoseconds(400_000_000.1234567) % 1_000_000_000n);
  expect(Math.abs(fraction - 123_456_700)).toBeLessThan(60);
});
