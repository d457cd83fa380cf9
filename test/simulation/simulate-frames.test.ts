import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { rotate } from '../../src/base/quaternion.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { runSurvey, simulate, simulateFrames } from '../../src/node-scans.js';
import type { Frame } from '../../src/simulation/simulate-frames.js';
import { temporaryFolder } from '../io/sample-cloud.js';
import { roomSurvey } from './room-survey.js';

const folder = temporaryFolder();
const CPU = { engine: 'cpu', cache: false, threads: 1 } as const;
const MOVING =
  'legs: [ { from: [-0.5, 0, 1.2], to: [0.5, 0.2, 1.4], speed: 5 }, { position: [0.3, 0, 1.2], duration: 0.02 } ]';

const survey = (frames: string, more: Record<string, string> = {}) =>
  roomSurvey({ legs: MOVING, frames: `frames: { file: "${join(folder, '%03d.pcd')}", ${frames} }`, ...more });

async function framesOf(frames: string, more?: Record<string, string>): Promise<Frame[]> {
  const all: Frame[] = [];
  for await (const frame of simulateFrames(await survey(frames, more), CPU)) all.push(frame);
  return all;
}

describe('simulateFrames', () => {
  it('yields all points, numbered, with times that touch', async () => {
    const frames = await framesOf('by: revolution');
    let points = 0;
    for await (const batch of simulate(await survey('by: revolution'), CPU)) points += batch.count;
    expect(frames.map(({ frame }) => frame)).toEqual(frames.map((_, k) => k));
    expect(frames.reduce((sum, frame) => sum + frame.points.count, 0)).toBe(points);
    for (const { startTime, endTime, points: own } of frames) {
      expect(Math.min(...own.gpsTime)).toBeGreaterThanOrEqual(startTime - 1e-6);
      expect(Math.max(...own.gpsTime)).toBeLessThanOrEqual(endTime + 1e-6);
      expect(own.ring).toHaveLength(own.count);
    }
    for (let k = 1; k < frames.length; k++)
      if (frames[k].leg === frames[k - 1].leg) expect(frames[k].startTime).toBe(frames[k - 1].endTime);
  });

  it.each(['rfu', 'flu'])('has poses that bring deskewed points in axes %s to the world', async (axes) => {
    const world = await framesOf('coordinates: world');
    const sensor = await framesOf(`coordinates: sensor, deskew: true, axes: ${axes}`);
    expect(sensor.length).toBe(world.length);
    let largest = 0;
    sensor.forEach(({ pose, points }, k) => {
      for (let i = 0; i < points.count; i += 7) {
        const place = rotate(pose.orientation, [points.x[i], points.y[i], points.z[i]]);
        const found = place.map((value, axis) => value + pose.position[axis]);
        const wanted = [world[k].points.x[i], world[k].points.y[i], world[k].points.z[i]];
        largest = Math.max(largest, ...found.map((value, axis) => Math.abs(value - wanted[axis])));
      }
    });
    expect(largest).toBeLessThan(1e-9);
  });

  it('has organised frames with their grid', async () => {
    const [first, second] = await framesOf('organised: true, coordinates: sensor');
    // A frame begins at its own first shot.
    expect(second.leg).toBe(first.leg);
    expect(second.points.x.some((x) => !Number.isNaN(x))).toBe(true);
    expect(Math.abs((second.points.azimuth?.[0] ?? 9) - (first.points.azimuth?.[0] ?? 0))).toBeLessThan(0.02);
    expect(first.grid).toMatchObject({ height: 16 });
    expect(first.points.count).toBe(16 * (first.grid?.width ?? 0));
  });

  it('refuses a survey without frames', async () => {
    const all = simulateFrames(await roomSurvey({ legs: MOVING }), CPU);
    await expect(all.next()).rejects.toThrow('the survey has no frames');
  });

  it('yields what runSurvey writes, with the poses beside', async () => {
    const settings = `coordinates: sensor, axes: flu, poses: "${join(folder, 'poses.csv')}"`;
    const frames = await framesOf(settings);
    await runSurvey(await survey(settings), { ...CPU, force: true });
    const files = readdirSync(folder).filter((name) => name.endsWith('.pcd'));
    expect(files).toHaveLength(frames.length);
    const rows = readFileSync(join(folder, 'poses.csv'), 'utf8').trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').map(Number))).toEqual(
      frames.map(({ frame, startTime, endTime, pose }) => [
        frame,
        startTime,
        endTime,
        ...pose.position,
        ...pose.orientation,
      ]),
    );
    const head = readFileSync(join(folder, '001.pcd'), 'latin1').slice(0, 2000);
    const { position, orientation } = frames[1].pose;
    const [x, y, z, w] = orientation;
    expect(head).toContain(`VIEWPOINT ${[...position, w, x, y, z].join(' ')}\n`);
    expect(head).toContain('# axes: x forward, y left, z up\n');
    for await (const batch of readPoints(await openReadable(nodeFiles, join(folder, '001.pcd'))))
      expect([...batch.x]).toEqual([...Float32Array.from(frames[1].points.x)]);
  });
});
