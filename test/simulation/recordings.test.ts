/*
 * Frames in a recording, read by Foxglove's readers of MCAP and of ROS 2's messages, against the frames that
 * simulateFrames yields.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toFlu } from '../../src/base/flu.js';
import { angleBetween, fromAttitude, slerp } from '../../src/base/quaternion.js';
import { composeRigid, type Rigid } from '../../src/base/rigid.js';
import { add, scale } from '../../src/base/vec3.js';
import { createPointBatch, type PointBatch } from '../../src/cloud/point-batch.js';
import { attributesOf } from '../../src/cloud/point-fields.js';
import { cloudLayout } from '../../src/io/mcap/cloud-layouts.js';
import { utcNanoseconds } from '../../src/io/units/gps-time.js';
import { runSurvey, simulateFrames } from '../../src/node-scans.js';
import { rosNames } from '../../src/simulation/frames/recording-store.js';
import type { Frame } from '../../src/simulation/simulate-frames.js';
import { sampleOf } from '../support/long-run.js';
import { deviations, differences, outliers } from '../support/outliers.js';
import { runTraffic } from './frames/traffic.js';
import { CUBOIDS, yardSurvey } from './frames/yard.js';
import {
  type Cloud,
  type CustomMsg,
  fieldsOf,
  type Imu,
  type Message,
  messagesIn,
  nanoseconds,
  type Scan,
  type SceneUpdate,
  SETTERS,
  type Stamp,
  type Transforms,
} from './read-recording.js';
import { roomSurvey } from './room-survey.js';

const CPU = { engine: 'cpu', cache: false, threads: 1 } as const;
/** Two turns and a part of one; a fifth of a turn. */
const MOVING =
  'legs: [ { from: [-0.5, 0, 1.2], to: [0.5, 0.2, 1.4], speed: 10 }, { position: [0.3, 0, 1.2], duration: 0.01 } ]';
/** Intensities that fill 16 bits. */
const FULL_BITS = { intensity: 'intensity: { scale: hable }' };
const QUICK = 'scanner: { id: velodyne-vlp-16, rotationRate: 20 }';

async function recorded(frames: string, more: Record<string, string> = {}, files: Record<string, string> = {}) {
  const survey = await roomSurvey(
    {
      scanner: QUICK,
      legs: MOVING,
      frames: `frames: { file: drive.mcap, ${frames} }`,
      ...more,
    },
    files,
  );
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
const XYZIRT: readonly FieldPlace[] = [...XYZ, ['intensity', 12, 7], ['ring', 16, 4], ['time', 20, 7]];
const PCL24: readonly FieldPlace[] = [...XYZ, ['intensity', 16, 7], ['ring', 20, 4]];

const f32 = (values: Iterable<number>): number[] => [...Float32Array.from(values)];
const cloudsOf = (messages: readonly Message[]): Cloud[] =>
  messages.filter(({ topic }) => topic.endsWith('/points')).map(({ message }) => message as Cloud);

/** Expects the moment of a GPS time in seconds, whose steps are 60 ns. */
const expectNear = (time: bigint, seconds: number) =>
  expect(Math.abs(Number(time - utcNanoseconds(seconds)))).toBeLessThanOrEqual(60);

/** The messages of a topic. */
const ofTopic = <Content>(messages: readonly Message[], topic: string): { time: bigint; message: Content }[] =>
  messages
    .filter((message) => message.topic === topic)
    .map(({ time, message }) => ({ time, message: message as Content }));

describe('a recording', () => {
  it('has every attribute of every frame, at the time of its start, in the axes of ROS', async () => {
    const { messages, frames, reader, report, path } = await recorded('coordinates: sensor, layout: all');
    expect(reader.header).toMatchObject({ profile: 'ros2', library: expect.stringMatching(/^subray \d/) });
    const clouds = messages.filter(({ topic }) => topic.endsWith('/points'));
    expect(clouds).toHaveLength(frames.length);
    expect(report.frames).toMatchObject([{ path, files: frames.length }]);
    clouds.forEach(({ message, time, sequence }, k) => {
      const cloud = message as Cloud;
      const { points, startTime } = frames[k];
      expect([sequence, nanoseconds(cloud.header.stamp)]).toEqual([k, time]);
      expectNear(time, startTime);
      expect(cloud).toMatchObject({ height: 1, width: points.count, is_bigendian: false, is_dense: true });
      expect([cloud.row_step, cloud.data.length]).toEqual([cloud.point_step * points.count, cloud.row_step]);
      for (const { name, offset, datatype } of [
        ...cloud.fields,
        { name: 'step', offset: cloud.point_step, datatype: 8 },
      ])
        expect(offset % (SETTERS[datatype]?.[1] ?? Number.NaN), name).toBe(0);
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
    for (const { link } of moving) expect(link).toEqual(['map', 'base_link']);
    // As tf2 has it: the position is linear between two stamps, the rotation about one axis.
    frames.forEach(({ pose: wanted, startTime }) => {
      const time = utcNanoseconds(startTime);
      const k = moving.findIndex((transform) => transform.time > time);
      const [before, after] = [moving[k - 1], moving[k]];
      const t = Number(time - before.time) / Number(after.time - before.time);
      const between = {
        position: add(scale(before.pose.position, 1 - t), scale(after.pose.position, t)),
        orientation: slerp(before.pose.orientation, after.pose.orientation, t),
      };
      const { position, orientation } = composeRigid(between, fixed.pose);
      expect(angleBetween(orientation, wanted.orientation)).toBeLessThan(1e-9);
      // 10 m/s times the step of f64 of startTime.
      for (const axis of [0, 1, 2]) expect(Math.abs(position[axis] - wanted.position[axis])).toBeLessThan(1e-6);
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
        ['xyzirt', XYZIRT, 24],
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
      3,
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
      if (found.time) expectSame(found.time, frameTime);
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

  it("has the messages of Livox's driver, with the laser of each point", async () => {
    const { messages, frames } = await recorded('coordinates: sensor, layout: livox', FULL_BITS);
    const clouds = messages.filter(({ topic }) => topic.endsWith('/points'));
    expect(clouds).toHaveLength(frames.length);
    clouds.forEach(({ message, time }, k) => {
      const { header, timebase, point_num, lidar_id, points: found } = message as CustomMsg;
      const { points } = frames[k];
      expect([nanoseconds(header.stamp), timebase, point_num, lidar_id]).toEqual([time, time, points.count, 0]);
      expect(found).toHaveLength(points.count);
      const column = (name: keyof CustomMsg['points'][number]) => found.map((point) => point[name]);
      for (const axis of ['x', 'y', 'z'] as const) expect(differences(column(axis), f32(points[axis]))).toEqual([]);
      const wanted = {
        offset_time: [...(points.frameTime ?? [])].map((after) => Math.round(after * 1e9)),
        reflectivity: [...points.intensity].map((value) => Math.round(value / 257)),
        tag: [...points.returnNumber].map(() => 0),
        line: [...(points.ring ?? [])],
      } as const;
      for (const name of Object.keys(wanted) as (keyof typeof wanted)[])
        expect(differences(column(name), wanted[name]), name).toEqual([]);
    });
    // VLP-16: lines 0 to 15.
    expect(new Set((clouds[0].message as CustomMsg).points.map(({ line }) => line)).size).toBe(16);
  });

  it("has returns by their numbers in the tags of Livox's driver, the fifth like the fourth", () => {
    const returnNumber = Uint8Array.of(1, 2, 3, 4, 5);
    const batch = { ...createPointBatch(5), count: 5, returnNumber };
    const bytes = cloudLayout('livox', [], true).encode(batch, () => new Float32Array(5));
    expect(returnNumber.map((_, k) => bytes[20 * k + 17])).toEqual(Uint8Array.of(0, 16, 32, 48, 48));
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
    const start = utcNanoseconds(frames[0].startTime);
    // Exact, although steps of GPS times are 60 ns.
    expect(scans.map(({ time }) => time - start)).toEqual([0n, 100_000_000n, 200_000_000n]);
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
    // tf2 refuses a transform of a stamp that it knows.
    const stamps = messages.filter(({ topic }) => topic === '/tf').map(({ time }) => time);
    expect(new Set(stamps).size).toBe(stamps.length);
  });
});

describe('the messages of the platform', () => {
  const straight = 'legs: [ { from: [-0.5, 0, 1.2], to: [0.5, 0, 1.2], speed: 10 } ]';

  it('are 100 poses a second, or as many as asked for, to the end of the drive', async () => {
    const { messages, frames } = await recorded('coordinates: sensor', { legs: straight });
    const stamps = ofTopic<Transforms>(messages, '/tf').map(({ time }) => time - ofTopic(messages, '/tf')[0].time);
    expect(stamps.slice(0, -1)).toEqual(Array.from({ length: 11 }, (_, k) => BigInt(k) * 10_000_000n));
    // No point is later than the last pose: lasers of a VLP-16 fire up to 50 µs after the shot.
    const { points, startTime } = frames[frames.length - 1];
    const latest = startTime - frames[0].startTime + Math.max(...(points.frameTime ?? []));
    expect(Number(stamps[11]) / 1e9).toBeGreaterThanOrEqual(latest);
    expect(stamps[11]).toBeLessThan(100_060_000n);
    const rarely = await recorded('coordinates: sensor, transforms: 0.03', { legs: straight });
    expect(ofTopic(rarely.messages, '/tf').map(({ time }) => time - rarely.messages[0].time)).toEqual([
      ...[0n, 30_000_000n, 60_000_000n, 90_000_000n, stamps[11]],
    ]);
  });

  it('have the reported pose, also where a leg begins elsewhere than the one before ends', async () => {
    const { messages } = await recorded('coordinates: sensor');
    const poses = ofTopic<Transforms>(messages, '/tf').map(({ time, message: { transforms } }) => ({
      time: time - messages[0].time,
      x: transforms[0].transform.translation.x,
    }));
    // The first leg ends at 0.5, the second is at 0.3.
    const end = poses.findIndex(({ x }) => x === 0.3);
    expect(poses[end - 1].x).toBeCloseTo(0.5, 5);
    expect(poses[end].time - poses[end - 1].time).toBe(1n);
  });

  it('have no clock and no measurements of motion unless asked for', async () => {
    const { messages } = await recorded('coordinates: sensor');
    expect(new Set(messages.map(({ topic }) => topic))).toEqual(
      new Set(['/velodyne_vlp_16/points', '/tf', '/tf_static']),
    );
  });

  it('tell the time', async () => {
    const { messages } = await recorded('coordinates: sensor, clock: 0.02', { legs: straight });
    const clock = ofTopic<{ clock: Stamp }>(messages, '/clock');
    expect(clock.map(({ time }) => time - messages[0].time)).toEqual([
      ...Array.from({ length: 6 }, (_, k) => BigInt(k) * 20_000_000n),
      expect.any(BigInt),
    ]);
    for (const { time, message } of clock) expect(nanoseconds(message.clock)).toBe(time);
  });

  it('have gravity at rest, and turns and forces in the axes of ROS', async () => {
    const { messages } = await recorded('coordinates: sensor, imu: 0.005', {
      legs: 'legs: [ { position: [0, 0, 1.2], heading: 90, duration: 0.05 } ]',
    });
    const imu = ofTopic<Imu>(messages, '/imu');
    expect(imu).toHaveLength(12);
    for (const { time, message } of imu) {
      expect([nanoseconds(message.header.stamp), message.header.frame_id]).toEqual([time, 'base_link']);
      // Looks east, as x of the world does.
      expect(Math.abs(message.orientation.w)).toBeCloseTo(1, 12);
      expect(message.angular_velocity).toEqual({ x: 0, y: 0, z: 0 });
      expect(message.linear_acceleration).toEqual({ x: 0, y: 0, z: 9.80665 });
      const { orientation_covariance, angular_velocity_covariance, linear_acceleration_covariance } = message;
      for (const covariance of [orientation_covariance, angular_velocity_covariance, linear_acceleration_covariance])
        expect([...covariance]).toEqual(new Array(9).fill(0));
    }
  });

  it('feel a curve to the left on the left', async () => {
    // 2 m/s on a radius of 0.4 m: 10 m/s², 5 rad/s.
    const lines = Array.from({ length: 101 }, (_, k) => {
      const angle = 5 * k * 0.001;
      return [k * 0.001, 0.4 * Math.sin(angle), -0.4 * Math.cos(angle), 1.2, 0, 0, 90 - (angle * 180) / Math.PI];
    });
    const { messages } = await recorded(
      'coordinates: sensor, imu: 0.01',
      {
        legs: 'legs: [ { trajectory: { file: curve.csv } } ]',
      },
      { 'curve.csv': ['time,x,y,z,roll,pitch,heading', ...lines.map((line) => line.join(','))].join('\n') },
    );
    for (const { message } of ofTopic<Imu>(messages, '/imu').slice(1, -1)) {
      expect(message.angular_velocity.z).toBeCloseTo(5, 6);
      expect(Math.abs(message.linear_acceleration.x)).toBeLessThan(0.05);
      expect(message.linear_acceleration.y).toBeCloseTo(10, 1);
      expect(message.linear_acceleration.z).toBeCloseTo(9.80665, 9);
    }
  });
});

describe('the boxes of a recording', () => {
  it('are those of vehicles and persons that a frame has points of, while it lasts', async () => {
    const { folder, survey } = await yardSurvey({
      frames: 'frames: { file: yard.mcap, coordinates: sensor, layout: instance, boxes: true }',
    });
    await runSurvey(survey, CPU);
    const { messages } = await messagesIn(join(folder, 'yard.mcap'));
    const clouds = cloudsOf(messages);
    const updates = messages.filter(({ topic }) => topic.endsWith('/boxes'));
    expect(updates.map(({ time }) => time)).toEqual(clouds.map(({ header }) => nanoseconds(header.stamp)));
    const seen = new Set<string>();
    updates.forEach(({ message }, k) => {
      const { deletions, entities } = message as SceneUpdate;
      const instances = fieldsOf(clouds[k]).instance;
      expect(deletions).toEqual([]);
      for (const { timestamp, frame_id, id, lifetime, frame_locked, metadata, cubes, ...others } of entities) {
        const facts = Object.fromEntries(metadata.map(({ key, value }) => [key, value]));
        const name = facts.name.replace('yard/', '');
        const { centre, size, turned } = CUBOIDS[name as keyof typeof CUBOIDS];
        seen.add(name);
        expect([nanoseconds(timestamp), frame_id, frame_locked]).toEqual([updates[k].time, 'map', false]);
        if (k + 1 < updates.length) expect(updates[k].time + nanoseconds(lifetime)).toBe(updates[k + 1].time);
        expect(facts).toMatchObject({ class: name.split('_')[0], instance: id, hasFront: 'false' });
        expect(Number(facts.points)).toBe(instances.filter((instance) => instance === Number(id)).length);
        expect(cubes).toHaveLength(1);
        const [{ pose, size: extents, color }] = cubes;
        const found = [pose.position.x, pose.position.y, pose.position.z, extents.x, extents.y, extents.z];
        const wanted = [...centre, size[2] / 2, ...size];
        found.forEach((value, n) => {
          expect(value, `${name} ${n}`).toBeCloseTo(wanted[n], 5);
        });
        const angle = 2 * Math.atan2(pose.orientation.z, pose.orientation.w) - (turned * Math.PI) / 180;
        expect(Math.abs(Math.sin(angle))).toBeLessThan(1e-5);
        expect(color.a).toBeGreaterThan(0);
        for (const list of Object.values(others)) expect(list).toEqual([]);
      }
    });
    // The third car is behind the house; neither that nor the road is a thing that moves.
    expect([...seen].sort()).toEqual(['car_1', 'car_2', 'person_1']);
  });

  it('have the classes that lists of boxes have, by other words for names, too, and by a file', async () => {
    const { folder, survey } = await yardSurvey(
      {
        scene:
          'scene: { parts: [ { name: yard, file: yard.obj } ], labels: [ { match: car_1, semantic: Truck }, { match: car_2, semantic: cyclist }, { match: person_1, semantic: dog }, { match: blob_1, semantic: forklift } ] }',
        frames: 'frames: { file: yard.mcap, coordinates: sensor, boxes: true, classes: map.yaml }',
      },
      { 'map.yaml': 'forklift: forklift' },
    );
    await runSurvey(survey, CPU);
    const { messages } = await messagesIn(join(folder, 'yard.mcap'));
    const found = messages
      .filter(({ topic }) => topic.endsWith('/boxes'))
      .flatMap(({ message }) => (message as SceneUpdate).entities)
      .map(({ metadata }) => Object.fromEntries(metadata.map(({ key, value }) => [key, value])))
      .map(({ name, class: className }) => `${name} ${className}`);
    expect([...new Set(found)].sort()).toEqual([
      'yard/blob_1 forklift',
      'yard/car_1 lorry',
      'yard/car_2 rider',
      'yard/person_1 animal',
    ]);
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

describe('the boxes of a recording of things that move', () => {
  it.each(['start', 'middle'])('lie where they are at the %s of the frame', async (at) => {
    const frames = `frames: { file: traffic.mcap, coordinates: sensor, incomplete: drop, boxes: { at: ${at} } }`;
    const { folder } = await runTraffic({ frames });
    const { messages } = await messagesIn(join(folder, 'traffic.mcap'));
    const updates = messages.filter(({ topic }) => topic.endsWith('/boxes'));
    expect(updates.length).toBeGreaterThan(2);
    // Somebody comes after 0.14 s, is at the place where he came in the message before, and is gone after 0.34 s.
    const walkers = updates.flatMap(({ message, time }) =>
      (message as SceneUpdate).entities
        .filter(({ metadata }) => metadata.some(({ value }) => value.startsWith('walker')))
        .map(({ cubes: [{ pose }] }) => [Number(time - updates[0].time) / 1e9, pose.position.x]),
    );
    expect(walkers.map(([time]) => Math.round(10 * time))).toEqual([1, 2]);
    expect(walkers[0][1]).toBeCloseTo(at === 'start' ? 3 : 3.04, 2);
    for (const { message, time } of updates) {
      const { entities } = message as SceneUpdate;
      const facts = entities.map(({ metadata }) => Object.fromEntries(metadata.map(({ key, value }) => [key, value])));
      const car = facts.findIndex(({ name }) => name.startsWith('car'));
      const [cube] = entities[car].cubes;
      const seconds = Number(time - updates[0].time) / 1e9 + (at === 'middle' ? 0.05 : 0);
      expect(cube.pose.position.y).toBeCloseTo(-3 + 15 * seconds, 2);
      expect(facts[car].velocity).toMatch(/^-?0\.000000 15\.000000 -?0\.000000$/);
      // Its length lies along y, where it drives.
      const { z, w } = cube.pose.orientation;
      expect(2 * Math.atan2(z, w)).toBeCloseTo(Math.PI / 2, 6);
      expect(cube.size.x).toBeCloseTo(4.5, 5);
      const parked = facts.find(({ name }) => name.startsWith('parked'));
      expect(Object.keys(parked ?? {})).not.toContain('velocity');
    }
  });

  it('cannot have a time each', async () => {
    const frames = 'frames: { file: traffic.mcap, boxes: { at: seen } }';
    await expect(runTraffic({ frames })).rejects.toThrow(
      'frames.boxes.at: found "seen", expected start or middle: a message of an .mcap file has one time for all boxes',
    );
    const moved = 'frames: { file: f/%06d.pcd, coordinates: sensor, deskew: objects, boxes: { at: middle } }';
    await expect(runTraffic({ frames: moved })).rejects.toThrow(
      'frames.boxes.at: found "middle", expected start: deskew: objects moves points to the start of their frame',
    );
    const wrong = 'frames: { file: f/%06d.pcd, boxes: { at: end } }';
    await expect(runTraffic({ frames: wrong })).rejects.toThrow(/frames\.boxes.*start, middle, seen/);
  });
});
