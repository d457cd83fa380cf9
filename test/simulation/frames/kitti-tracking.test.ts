import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rigid } from '../../../src/base/rigid.js';
import { rowsOf } from '../../../src/io/poses/formats/kitti.js';
import { KittiTracking, sequencesOf, type TrackLabel } from './kitti-tracking-loader.js';
import { readBoxes, runTraffic } from './traffic.js';
import { runYard } from './yard.js';

const FRAMES = 'frames: { dataset: kitti-tracking, folder: k, deskew: objects }';

/** A car that passes in front of the camera, a van that it sees in part, one behind it, and somebody who comes. */
const PARTS = [
  '{ name: road, file: road.obj }',
  '{ name: car, file: car.obj, transform: { translate: [14, 3, 0.85] }, front: +y, motion: { velocity: [0, 15, 0] } }',
  '{ name: van, file: car.obj, transform: { translate: [7, -2, 0.85], rotate: [0, 0, 20] }, front: +y }',
  '{ name: parked, file: car.obj, transform: { translate: [-6, -7, 0.85] }, front: +y }',
  '{ name: walker, file: person.obj, motion: { path: [[3, 6, 0.9], [3.8, 6, 0.9]], speed: 4, start: 0.14, before: hidden, after: hidden } }',
];
const LABELS = ['road carriageway', 'car car', 'van van', 'parked car', 'walker person'].map((pair) => {
  const [part, semantic] = pair.split(' ');
  return `{ match: "*", part: ${part}, semantic: ${semantic} }`;
});
const DRIVE = {
  scene: `scene: { parts: [ ${PARTS.join(', ')} ], labels: [ ${LABELS.join(', ')} ] }`,
  scanner: 'scanner: velodyne-vlp-16\nmount: { position: [0.3, 0.5, 0.2], heading: -5 }',
  frames: FRAMES,
};

const near = (values: readonly number[], digits: number) => values.map((value) => expect.closeTo(value, digits));

/** A sequence as programs read it, with the lists of all boxes. */
async function drive() {
  const { folder, warnings } = await runTraffic(DRIVE);
  const root = join(folder, 'k');
  const set = new KittiTracking(root);
  return { root, warnings, set, listed: set.scans.map((_, frame) => readBoxes(root, `boxes/00000${frame}.json`)) };
}

describe('a sequence of KITTI tracking', () => {
  let run: Awaited<ReturnType<typeof drive>>;
  beforeAll(async () => {
    run = await drive();
  });

  const boxOf = ({ frame, id }: TrackLabel) => run.listed[frame].boxes.find(({ instance }) => instance === id);
  const partOf = (label: TrackLabel) => boxOf(label)?.name.split('/')[0];

  it('has its frames, its list and thirty columns of poses', () => {
    const { set, root, warnings } = run;
    expect(warnings).toEqual([]);
    expect([set.scans.length, sequencesOf(root)]).toEqual([4, { '0000': 4 }]);
    expect(set.packets.map((packet) => packet.length)).toEqual([30, 30, 30, 30]);
    expect(set.calibration.R_rect).toHaveLength(9);
    const strengths = set.scans[0].filter((_, k) => k % 4 === 3);
    expect(Math.min(...strengths)).toBeGreaterThan(0);
    expect(Math.max(...strengths)).toBeLessThanOrEqual(1);
  });

  it('has a number and a type for each object in all frames in which the camera sees it', () => {
    const { labels } = run.set;
    const tracks = [...new Set(labels.map(({ id }) => id))].map((id) => {
      const own = labels.filter((label) => label.id === id);
      return [new Set(own.map(partOf)), new Set(own.map(({ type }) => type)), own.map(({ frame }) => frame)];
    });
    expect(tracks).toEqual([
      [new Set(['van']), new Set(['Van']), [0, 1, 2, 3]],
      [new Set(['car']), new Set(['Car']), [0, 1, 2, 3]],
      // It is gone when the beam comes to its place in the last frame.
      [new Set(['walker']), new Set(['Pedestrian']), [1, 2]],
    ]);
    const behind = run.listed[0].boxes.find(({ name }) => name.startsWith('parked'));
    expect(behind?.points).toBeGreaterThan(0);
  });

  it('has boxes, by its calibration, where they are, with all points of their objects', () => {
    const { set } = run;
    const found = set.labels.map((label) => {
      const [x, y, z] = set.inLaser(label.location);
      const [height, width, length] = label.size;
      return [x, y, z + height / 2, length, width, height];
    });
    const boxes = set.labels.map(boxOf);
    expect(found).toEqual(boxes.map((box) => near([...(box?.centre ?? []), ...(box?.size ?? [])], 5)));
    expect(set.labels).toHaveLength(10);
    expect(set.labels.map((label) => set.countWithin(label))).toEqual(set.labels.map((label) => boxOf(label)?.points));
  });

  it('has tracks whose places in the world, by its poses, move as their objects do', () => {
    const { set, listed } = run;
    const velocities = (part: string) => {
      const own = set.labels.filter((label) => partOf(label) === part);
      const places = own.map(({ frame, location }) => set.inWorld(frame, location));
      return own.slice(1).map(({ frame }, k) => {
        const seconds = listed[frame].startTime - listed[frame - 1].startTime;
        return places[k + 1].map((value, axis) => (value - places[k][axis]) / seconds);
      });
    };
    expect(velocities('car')).toEqual(Array(3).fill(near([0, 15, 0], 3)));
    expect(velocities('van')).toEqual(Array(3).fill(near([0, 0, 0], 3)));
  });

  it('has poses of the platform by which the laser is where it is in the world', () => {
    const { set, listed } = run;
    // A metre before the camera, and a metre before the laser, from the place of the first platform.
    const origin = set.inWorld(0, [0, 0, 0]);
    const found = listed.map((_, frame) => set.inWorld(frame, [0, 0, 1]).map((value, axis) => value - origin[axis]));
    const wanted = listed.map(({ pose }) => {
      const m = rowsOf(pose as unknown as Rigid);
      return [0, 4, 8].map((row, axis) => m[row] + m[row + 3] - listed[0].pose.position[axis]);
    });
    expect(found).toEqual(wanted.map((place) => near(place, 6)));
  });

  it('has rectangles around all corners that the camera sees', () => {
    const { set } = run;
    const seen = set.labels.filter(({ truncated, location }) => truncated === 0 && location[2] > 8);
    expect(seen.length).toBeGreaterThan(3);
    const rectangles = seen.map(({ location, size: [height, width, length], turn }) => {
      const pixels = [...Array(8).keys()].map((k) => {
        const [u, v] = [k & 1 ? length / 2 : -length / 2, k & 2 ? width / 2 : -width / 2];
        const [x, z] = [u * Math.cos(turn) + v * Math.sin(turn), v * Math.cos(turn) - u * Math.sin(turn)];
        return set.pixelOf([x, k & 4 ? -height : 0, z].map((value, axis) => value + location[axis]));
      });
      const [us, vs] = [0, 1].map((axis) => pixels.map((pixel) => pixel[axis]));
      return [Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs)];
    });
    expect(seen.map(({ bbox }) => bbox)).toEqual(rectangles.map((rectangle) => near(rectangle, 3)));
  });
});

describe('frames of KITTI tracking', () => {
  it('list nothing that the camera does not see, in words where it sees no object, but all in boxes', async () => {
    const scene =
      'scene: { parts: [ { name: parked, file: car.obj, transform: { translate: [-6, -7, 0.85] } } ], labels: [ { match: "*", semantic: car } ] }';
    const { folder, warnings } = await runTraffic({ frames: FRAMES, scene });
    const set = new KittiTracking(join(folder, 'k'));
    expect(set.labels).toEqual([]);
    expect(readBoxes(folder, 'k/boxes/000001.json').boxes.filter(({ points }) => points > 0).length).toBeGreaterThan(0);
    expect(warnings).toEqual([
      expect.stringMatching(/^frames in ".*k": no object is in the image of the camera, which looks where the scanner/),
    ]);
  });

  it('are a sequence for each of several scanners, in folders of their own', async () => {
    const { folder } = await runYard({
      scanner:
        'scanners: [ { name: left, scanner: velodyne-vlp-16 }, { name: right, scanner: velodyne-vlp-16, mount: { heading: 90 } } ]',
      frames: 'frames: { dataset: kitti-tracking, folder: "k/%s" }',
    });
    const [left, right] = ['left', 'right'].map((name) => new KittiTracking(join(folder, 'k', name)));
    expect(readdirSync(join(folder, 'k/left'))).toEqual(expect.arrayContaining(['boxes', 'training']));
    expect(left.poses).toEqual(right.poses.map((pose) => near(pose, 9)));
    expect(left.calibration.Tr_imu_velo).not.toEqual(right.calibration.Tr_imu_velo);
  });
});
