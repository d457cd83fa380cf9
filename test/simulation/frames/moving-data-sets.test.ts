import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conjugate, type Quaternion, rotate } from '../../../src/base/quaternion.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { boxVelocity, NuScenes } from './nuscenes-loader.js';
import { createCustomInfos } from './openpcdet-loader.js';
import { type ListedBox, readBoxes, runTraffic } from './traffic.js';

const close = (values: readonly number[], digits: number) => values.map((value) => expect.closeTo(value, digits));

const boxIn = (folder: string, frame: number, name: string): ListedBox | undefined =>
  readBoxes(folder, `boxes/00000${frame}.json`).boxes.find((box) => box.name.split('/')[0] === name);

describe('nuScenes of things that move', () => {
  it('has annotations of which its program makes their velocities, by centred differences', async () => {
    const { folder } = await runTraffic({ frames: 'frames: { dataset: nuscenes, folder: n }' });
    const set = new NuScenes(join(folder, 'n'));
    const samples = set.samplesOf(set.tables.scene[0]);
    expect(samples.length).toBeGreaterThan(3);
    const speeds = new Map<string, number[][]>();
    for (const [frame, sample] of samples.entries())
      for (const annotation of set.tables.sample_annotation.filter((row) => row.sample_token === sample.token)) {
        const { name } = set.categoryOf(annotation);
        const at = ['car', 'van', 'parked', 'walker'].find((one) => {
          const box = boxIn(join(folder, 'n'), frame, one);
          return (
            box && box.points > 0 && Math.hypot(...box.world.centre.map((v, k) => v - annotation.translation[k])) < 1e-6
          );
        });
        const centred = annotation.prev !== '' && annotation.next !== '';
        if (at && centred)
          speeds.set(at, [
            ...(speeds.get(at) ?? []),
            boxVelocity(set, annotation),
            boxIn(join(folder, 'n'), frame, at)?.world.velocity ?? [],
          ]);
        expect(name).toMatch(at === 'walker' ? /pedestrian/ : /vehicle/);
      }
    const [car, stated] = speeds.get('car') ?? [];
    expect(car).toEqual(close([0, 15, 0], 3));
    expect(stated).toEqual(close([0, 15, 0], 6));
    // It turns by 3° in 0.1 s: the chord of 6° is shorter than its way by 0.05 %.
    const [van, ofVan] = speeds.get('van') ?? [];
    expect(van).toEqual(close(ofVan, 1));
    expect(speeds.get('parked')?.[0]).toEqual(close([0, 0, 0], 9));
  });

  it('has attributes by what its objects do', async () => {
    const bicycle = 'o bicycle\nv 0 -0.9 -0.5\nv 0 0.9 -0.5\nv 0 0.9 0.5\nv 0 -0.9 0.5\nf 1 2 3 4\nf 4 3 2 1\n';
    const ridden = `${bicycle}o rider\nv 0.1 -0.2 0.5\nv 0.1 0.2 0.5\nv 0.1 0.2 1.2\nv 0.1 -0.2 1.2\nf 5 6 7 8\nf 8 7 6 5\n`;
    const parts = [
      '{ name: car, file: car.obj, transform: { translate: [8, -1, 0.85] }, motion: { velocity: [0, 5, 0] } }',
      '{ name: van, file: car.obj, motion: { path: [[-8, 4, 0.85], [-8, 8, 0.85]], speed: 5, start: 60 } }',
      '{ name: parked, file: car.obj, transform: { translate: [-6, -7, 0.85] } }',
      '{ name: walker, file: person.obj, motion: { path: [[3, 6, 0.9], [5, 6, 0.9]], speed: 1 } }',
      '{ name: waiting, file: person.obj, transform: { translate: [4, -6, 0.9] } }',
      '{ name: ridden, file: ridden.obj, objects: part, transform: { translate: [5, 1, 0.6] } }',
      '{ name: alone, file: bicycle.obj, objects: part, transform: { translate: [5, 3, 0.6] } }',
    ];
    const labels = [
      '{ match: "rider", on: object, semantic: rider }',
      ...Object.entries({
        car: 'car',
        van: 'van',
        parked: 'lorry',
        walker: 'person',
        waiting: 'person',
        ridden: 'bicycle',
        alone: 'bicycle',
      }).map(([part, semantic]) => `{ match: "*", part: ${part}, semantic: ${semantic} }`),
    ];
    const scene = `scene: { parts: [ ${parts.join(', ')} ], labels: [ ${labels.join(', ')} ] }`;
    const frames = 'frames: { dataset: nuscenes, folder: n }';
    const { folder } = await runTraffic({ scene, frames }, { files: { 'bicycle.obj': bicycle, 'ridden.obj': ridden } });
    const set = new NuScenes(join(folder, 'n'));
    const { boxes } = readBoxes(folder, 'n/boxes/000000.json');
    const [sample] = set.samplesOf(set.tables.scene[0]);
    const found = set.tables.sample_annotation
      .filter((row) => row.sample_token === sample.token)
      .map((row) => {
        const box = boxes.find(({ world }) => Math.hypot(...world.centre.map((v, k) => v - row.translation[k])) < 1e-6);
        return [box?.name.split('/')[0], row.attribute_tokens.map((token: string) => set.get('attribute', token).name)];
      });
    expect(Object.fromEntries(found)).toEqual({
      car: ['vehicle.moving'],
      van: ['vehicle.stopped'],
      parked: ['vehicle.parked'],
      walker: ['pedestrian.moving'],
      waiting: ['pedestrian.standing'],
      ridden: ['cycle.with_rider'],
      alone: ['cycle.without_rider'],
    });
  });

  it('has the boxes of a sample at one moment, whichever laser sees them', async () => {
    const scanner =
      'scanners: [ { name: top, scanner: velodyne-vlp-16 }, { name: left, scanner: { id: velodyne-vlp-16, rotationRate: 17 } } ]';
    const { folder } = await runTraffic({ scanner, frames: 'frames: { dataset: nuscenes, folder: n }' });
    const set = new NuScenes(join(folder, 'n'));
    const samples = set.samplesOf(set.tables.scene[0]);
    let checked = 0;
    for (const annotation of set.tables.sample_annotation) {
      const { timestamp } = set.get('sample', annotation.sample_token);
      const seconds = (timestamp - samples[0].timestamp) / 1e6;
      if (Math.abs(annotation.translation[0] - 8) > 1e-6) continue;
      expect(annotation.translation[1]).toBeCloseTo(-3 + 15 * seconds, 3);
      checked++;
    }
    expect(checked).toBe(samples.length);
  });
});

describe('SemanticKITTI of things that move', () => {
  it('has its moving classes for them, and the others for those that stand', async () => {
    const frames = 'frames: { dataset: semantic-kitti, folder: s }';
    const { folder } = await runTraffic({ frames });
    const root = join(folder, 's');
    const found = new Map<number, Set<number>>();
    for (const file of readdirSync(join(root, 'labels')))
      for (const label of new Uint32Array(new Uint8Array(readFileSync(join(root, 'labels', file))).buffer)) {
        const classes = found.get(label >>> 16) ?? new Set();
        found.set(label >>> 16, classes.add(label & 0xffff));
      }
    const { boxes } = readBoxes(root, 'boxes/000002.json');
    const kinds = Object.fromEntries(
      boxes.map(({ name, instance }) => [name.split('/')[0], [...(found.get(instance) ?? [])]]),
    );
    // Vans are cars.
    expect(kinds).toEqual({ car: [252], van: [252], parked: [10], walker: [254] });
    expect([...(found.get(0) ?? [])]).toEqual([40]);
  });

  it('has an object as one that stands until it starts', async () => {
    const motion = 'motion: { path: [[8, -3, 0.85], [8, 20, 0.85]], speed: 5, start: 0.15 }';
    const scene = `scene: { parts: [ { name: car, file: car.obj, ${motion} } ], labels: [ { match: "*", semantic: car } ] }`;
    const { folder } = await runTraffic({ scene, frames: 'frames: { dataset: semantic-kitti, folder: s }' });
    const files = readdirSync(join(folder, 's/labels'));
    const classes = files.map((file) => [
      ...new Set(
        [...new Uint32Array(new Uint8Array(readFileSync(join(folder, 's/labels', file))).buffer)].map(
          (label) => label & 0xffff,
        ),
      ),
    ]);
    // The moment is the start of a frame: 0, 0.1, 0.2 s …
    expect(classes.slice(0, 4)).toEqual([[10], [10], [252], [252]]);
  });
});

describe('OpenPCDet of things that move', () => {
  it('has their velocities in the frame of the sensor behind the boxes', async () => {
    const frames = 'frames: { dataset: openpcdet, folder: o }';
    const scanner = 'scanner: velodyne-vlp-16\nmount: { heading: 25 }';
    const { folder } = await runTraffic({ frames, scanner });
    const root = join(folder, 'o');
    const { train } = createCustomInfos(root);
    expect(train.length).toBeGreaterThan(3);
    for (const { name, boxes } of train) {
      const listed = readBoxes(root, `boxes/${name}.json`);
      const seen = listed.boxes.filter(({ points }) => points > 0);
      expect(boxes).toHaveLength(seen.length);
      for (const [k, { centre, velocity }] of boxes.entries()) {
        expect(centre).toEqual(close(seen[k].centre, 3));
        const own = rotate(
          conjugate(listed.pose.orientation as unknown as Quaternion),
          seen[k].world.velocity as unknown as Vec3,
        );
        expect(velocity).toEqual(close(own.slice(0, 2), 3));
      }
    }
    const car = train[0].boxes.find(({ velocity }) => Math.abs(Math.hypot(...(velocity ?? [])) - 15) < 1e-3);
    // The sensor looks 25° to the right of the way, which leads 63.4° to the right of y; its x axis is forward.
    const angle = ((63.435 + 25) * Math.PI) / 180;
    expect(car?.velocity).toEqual(close([15 * Math.cos(angle), 15 * Math.sin(angle)], 2));
  });
});
