import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { NuScenes, turned, withinAnnotation } from './nuscenes-loader.js';
import { CUBOIDS, runYard } from './yard.js';

/** The yard, scanned from a mount that is off the middle of the platform and turned; intensities fill 16 bits. */
const MOUNTED = {
  scanner: 'scanners: [ { name: top, scanner: velodyne-vlp-16, mount: { position: [0.3, 0.9, 0.4], heading: 20 } } ]',
  intensity: 'intensity: { scale: hable }',
};

const run = (more = '') => runYard({ frames: `frames: { dataset: nuscenes, folder: n${more} }`, ...MOUNTED });

/** One run for all tests. */
let done: ReturnType<typeof run>;
beforeAll(() => {
  done = run();
  return done;
});

describe('frames of nuScenes', () => {
  it('are a scene whose tables hold together, and whose points lie in the global frame where those of the cloud do', async () => {
    const { folder, cloud } = await done;
    const set = new NuScenes(join(folder, 'n'));
    const [scene, ...others] = set.tables.scene;
    expect(others).toEqual([]);
    const samples = set.samplesOf(scene);
    expect(samples).toHaveLength(2);
    expect(samples[1].timestamp - samples[0].timestamp).toBeGreaterThan(90_000);
    let point = 0;
    let [worst, brightest] = [0, 0];
    for (const sample of samples) {
      const { points } = set.load(sample);
      for (const { global, intensity } of points) {
        worst = Math.max(worst, ...global.map((value, axis) => Math.abs(value - cloud[point].at[axis])));
        brightest = Math.max(brightest, Math.abs(intensity - (255 * cloud[point].intensity) / 65535));
        point++;
      }
    }
    expect(point).toBe(cloud.length);
    expect(worst).toBeLessThan(3e-5);
    expect(brightest).toBeLessThan(1e-4);
    for (const name of ['sample', 'sample_data', 'instance', 'category', 'ego_pose'] as const)
      for (const { token } of set.tables[name]) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  it('have the axes of its laser and of its car, and rings from the lowest beam', async () => {
    const { folder } = await done;
    const set = new NuScenes(join(folder, 'n'));
    const { sensor, ego, points } = set.load(set.tables.sample[0]);
    // The platform drives from [0, 0] to [1.6, 0.8]; the laser is 0.9 m before its middle and 0.3 m to the right.
    const forward = turned(ego.rotation, [1, 0, 0]);
    expect(Math.atan2(forward[1], forward[0])).toBeCloseTo(Math.atan2(0.8, 1.6), 6);
    expect(sensor.translation).toEqual([0.9, -0.3, 0.4].map((value) => expect.closeTo(value, 9)));
    // Heading is clockwise: the laser's y axis, forward, is 20 degrees to the right of the car's x axis.
    const ahead = turned(sensor.rotation, [0, 1, 0]);
    expect((Math.atan2(ahead[1], ahead[0]) * 180) / Math.PI).toBeCloseTo(-20, 6);
    const elevations = new Map<number, number>();
    for (const { own, ring } of points) elevations.set(ring, Math.atan2(own[2], Math.hypot(own[0], own[1])));
    const rings = [...elevations.keys()].sort((a, b) => a - b);
    expect(rings.length).toBeGreaterThan(8);
    for (let k = 1; k < rings.length; k++)
      expect(elevations.get(rings[k])).toBeGreaterThan(elevations.get(rings[k - 1]) ?? 0);
  });

  it('have its categories by their numbers, and boxes that hold exactly the points of their objects', async () => {
    const { folder, cloud, labels: names } = await done;
    const set = new NuScenes(join(folder, 'n'));
    const categories = Object.fromEntries(set.tables.category.map(({ index, name }) => [index, name]));
    expect(Object.keys(categories)).toHaveLength(32);
    expect([categories[0], categories[17], categories[24], categories[26], categories[30]]).toEqual([
      ...['noise', 'vehicle.car', 'flat.driveable_surface', 'flat.sidewalk', 'static.vegetation'],
    ]);
    const kinds: Record<string, string> = {
      ...{ car: 'vehicle.car', person: 'human.pedestrian.adult', house: 'static.manmade' },
      ...{ road: 'flat.driveable_surface', blob: 'noise' },
    };
    let point = 0;
    let held = 0;
    for (const sample of set.tables.sample) {
      const { points, annotations } = set.load(sample);
      const objects = points.map(({ label }, k) => {
        const { instance, semantic } = cloud[point + k];
        const own = names.instances[instance].split('/').at(-1) as string;
        const kind = own.split('_')[0];
        const isPane = kind === 'blob' && names.semantics[semantic] === 'glass';
        expect(categories[label], kind).toBe(isPane ? 'static.manmade' : kinds[kind]);
        return own;
      });
      point += points.length;
      for (const annotation of annotations) {
        const { name, index } = set.categoryOf(annotation);
        const [width, length, height] = annotation.size;
        const half = [length / 2, width / 2, height / 2].map((side) => side + 1e-3);
        const inside = points.flatMap(({ global, label }, k) =>
          label === index && withinAnnotation(annotation, global).every((value, axis) => Math.abs(value) <= half[axis])
            ? [objects[k]]
            : [],
        );
        const [own] = inside;
        expect(kinds[own.split('_')[0]]).toBe(name);
        expect([length, width, height]).toEqual(
          CUBOIDS[own as keyof typeof CUBOIDS].size.map((side) => expect.closeTo(side, 4)),
        );
        expect(inside).toEqual(objects.filter((object) => object === own));
        expect(annotation.num_lidar_pts).toBe(inside.length);
        expect(set.get('visibility', annotation.visibility_token).level).toBe('v80-100');
        held += inside.length;
      }
    }
    expect(held).toBe(cloud.filter(({ instance }) => /(car|person)_\d$/.test(names.instances[instance])).length);
    for (const instance of set.tables.instance)
      expect(
        set.tables.sample_annotation.filter(({ instance_token }) => instance_token === instance.token),
      ).toHaveLength(instance.nbr_annotations);
  });

  it('have intensities from 0 to 1 on request', async () => {
    const { folder, cloud } = await run(', intensity: unit');
    const set = new NuScenes(join(folder, 'n'));
    const { points } = set.load(set.tables.sample[0]);
    expect(points[100].intensity).toBeCloseTo(cloud[100].intensity / 65535, 6);
  });
});
