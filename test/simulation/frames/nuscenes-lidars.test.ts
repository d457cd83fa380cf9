import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelsOf } from '../../../src/io/data-sets/nuscenes/channels.js';
import { NuScenes, withinAnnotation } from './nuscenes-loader.js';
import { runYard, yardSurvey } from './yard.js';

/** Two lasers on a car: the second one turns twice as fast, at the side, and is turned. */
const lidars = (names: readonly [string, string], second = '{ id: velodyne-vlp-16, rotationRate: 20 }') =>
  `scanners: [ { name: ${names[0]}, scanner: velodyne-vlp-16 }, ` +
  `{ name: ${names[1]}, scanner: ${second}, mount: { position: [-0.7, 0.5, -0.4], heading: -60 } } ]`;

const FRAMES = 'frames: { dataset: nuscenes, folder: n }';

describe('several lasers of nuScenes', () => {
  it('are one scene: samples of LIDAR_TOP with a keyframe of each, and what is between as sweeps', async () => {
    const { folder, labels, cloud } = await runYard({ frames: FRAMES, scanner: lidars(['top', 'left']) });
    const root = join(folder, 'n');
    const set = new NuScenes(root);
    expect(readdirSync(join(root, 'samples')).sort()).toEqual(['LIDAR_LEFT', 'LIDAR_TOP']);
    expect(readdirSync(join(root, 'boxes')).sort()).toEqual(['LIDAR_LEFT', 'LIDAR_TOP']);
    expect(set.tables.sensor.map(({ channel }) => channel).sort()).toEqual(['LIDAR_LEFT', 'LIDAR_TOP']);
    expect(set.tables.calibrated_sensor).toHaveLength(2);
    const [scene, ...others] = set.tables.scene;
    expect(others).toEqual([]);
    const samples = set.samplesOf(scene);
    expect(samples).toHaveLength(2);
    const left = set.sweepsOf('LIDAR_LEFT');
    expect(left).toHaveLength(3);
    expect(left.map(({ is_key_frame }) => is_key_frame)).toEqual([true, false, true]);
    for (const sample of samples) {
      const data = set.dataOf(sample);
      expect(Object.keys(data).sort()).toEqual(['LIDAR_LEFT', 'LIDAR_TOP']);
      expect(Math.abs(data.LIDAR_LEFT.timestamp - sample.timestamp)).toBeLessThan(200);
      expect(data.LIDAR_TOP.timestamp).toBe(sample.timestamp);
    }
    // Both lasers see the same yard in the global frame: all points are those of the cloud, scanner by scanner.
    const all = [...set.sweepsOf('LIDAR_TOP'), ...left].flatMap((data) => set.loadData(data).points);
    expect(all).toHaveLength(cloud.length);
    let worst = 0;
    for (const [k, { global }] of all.entries())
      worst = Math.max(worst, ...global.map((value, axis) => Math.abs(value - cloud[k].at[axis])));
    expect(worst).toBeLessThan(3e-5);
    expect(Object.values(labels.instances)).toContain('yard/car_1');
  });

  it('count the points of a box together', async () => {
    const { folder } = await runYard({ frames: FRAMES, scanner: lidars(['top', 'left']) });
    const set = new NuScenes(join(folder, 'n'));
    let seen = 0;
    for (const sample of set.tables.sample) {
      const { annotations } = set.load(sample);
      expect(new Set(annotations.map(({ instance_token }) => instance_token)).size).toBe(annotations.length);
      for (const annotation of annotations) {
        const { index } = set.categoryOf(annotation);
        const [width, length, height] = annotation.size;
        const half = [length / 2, width / 2, height / 2].map((side) => side + 1e-3);
        const counts = ['LIDAR_TOP', 'LIDAR_LEFT'].map(
          (channel) =>
            set
              .load(sample, channel)
              .points.filter(
                ({ global, label }) =>
                  label === index &&
                  withinAnnotation(annotation, global).every((value, axis) => Math.abs(value) <= half[axis]),
              ).length,
        );
        expect(annotation.num_lidar_pts).toBe(counts[0] + counts[1]);
        if (counts.every((count) => count > 0)) seen++;
      }
    }
    expect(seen).toBeGreaterThan(2);
  });

  it('have a scene each where the folder has a place for their names', async () => {
    const { folder } = await runYard({
      frames: 'frames: { dataset: nuscenes, folder: "n/%s" }',
      scanner: lidars(['top', 'left'], 'velodyne-vlp-16'),
    });
    for (const name of ['top', 'left']) {
      const set = new NuScenes(join(folder, 'n', name));
      expect(set.tables.sensor.map(({ channel }) => channel)).toEqual(['LIDAR_TOP']);
      expect(set.samplesOf(set.tables.scene[0])).toHaveLength(2);
      expect(existsSync(join(folder, 'n', name, 'boxes/000001.json'))).toBe(true);
    }
  });

  it('are LIDAR_TOP for the first, if none is called so', async () => {
    const sections = { frames: FRAMES, scanner: lidars(['front', 'left'], 'velodyne-vlp-16') };
    const { survey } = await yardSurvey(sections);
    expect(survey.frames?.pattern).toMatch(/n\/samples\/%s\/%06d\.pcd\.bin$/);
    expect(survey.frames?.dataSet?.channels).toEqual({ front: 'LIDAR_TOP', left: 'LIDAR_LEFT' });
  });
});

describe('channelsOf', () => {
  it.each([
    [
      ['top', 'left'],
      ['LIDAR_TOP', 'LIDAR_LEFT'],
    ],
    [
      ['LIDAR_LEFT', 'lidar-top'],
      ['LIDAR_LEFT', 'LIDAR_TOP'],
    ],
    [
      ['front', 'rear'],
      ['LIDAR_TOP', 'LIDAR_REAR'],
    ],
    [
      ['top', 'top!', 'top?'],
      ['LIDAR_TOP', 'LIDAR_TOP_2', 'LIDAR_TOP_3'],
    ],
    [
      ['vorn', '後'],
      ['LIDAR_TOP', 'LIDAR_2'],
    ],
    [['x'], ['LIDAR_TOP']],
  ])('calls scanners %j %j', (names, channels) => {
    expect(channelsOf(names)).toEqual(channels);
  });
});
