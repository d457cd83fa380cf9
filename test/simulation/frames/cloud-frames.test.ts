import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { multiply, rotate } from '../../../src/base/quaternion.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { boxesOf, CUBOIDS, runYard, withinBox, yardSurvey } from './yard.js';

// biome-ignore lint/suspicious/noExplicitAny: files of JSON, as other programs read them
const json = (...path: string[]): any => JSON.parse(readFileSync(join(...path), 'utf8'));

const MOUNTED = 'scanner: velodyne-vlp-16\nmount: { position: [0.3, 0.9, 0.4], heading: 20, pitch: 5, roll: -3 }';

const FRAMES = 'file: f/%06d.pcd, coordinates: sensor, axes: flu, deskew: true';

async function pointsOf(path: string) {
  const points: { at: [number, number, number]; instance: number }[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path)))
    for (let k = 0; k < batch.count; k++)
      if (!Number.isNaN(batch.x[k]))
        points.push({ at: [batch.x[k], batch.y[k], batch.z[k]], instance: batch.instance[k] });
  return points;
}

/** Whether the boxes beside a frame have the cuboids' sizes, and hold exactly the points that they count. */
async function expectBoxed(folder: string, frame: string, ending: string, slack = 2e-3) {
  const { boxes } = json(folder, `f/${frame}.boxes.json`);
  const points = await pointsOf(join(folder, `f/${frame}${ending}`));
  expect(boxes.map(({ name }: { name: string }) => name.split('/')[1]).sort()).toEqual([
    ...['car_1', 'car_2', 'car_3', 'person_1'],
  ]);
  for (const box of boxes) {
    const own = points.filter(({ instance }) => instance === box.instance);
    expect(own.length, box.name).toBe(box.points);
    expect(box.class).toBe(box.name.split('/')[1].split('_')[0]);
    expect(box.size).toEqual(
      CUBOIDS[box.name.split('/')[1] as 'car_1'].size.map((side: number) => expect.closeTo(side, 3)),
    );
    for (const { at } of own)
      for (const [axis, value] of withinBox(box, at).entries())
        expect(Math.abs(value)).toBeLessThan(box.size[axis] / 2 + slack);
  }
  return boxes as { points: number; occlusion: number }[];
}

describe('frames as clouds', () => {
  it.each(['.pcd', '.npz', '.laz'])('have the boxes of their objects beside them: %s', async (ending) => {
    const frames = `frames: { ${FRAMES.replace('.pcd', ending)}, boxes: true }`;
    const { folder } = await runYard({ frames });
    expect(readdirSync(join(folder, 'f')).sort()).toEqual([
      ...[`000000${ending}`, '000000.boxes.json', `000001${ending}`, '000001.boxes.json'].sort(),
      ...['frames.labels.json', 'frames.sensors.json'],
    ]);
    for (const frame of ['000000', '000001']) {
      const boxes = await expectBoxed(folder, frame, ending);
      expect(boxes.filter(({ points }) => points > 20).length).toBeGreaterThanOrEqual(2);
    }
  });

  it('have the boxes that data sets have of the same scene', async () => {
    const { folder } = await runYard({ frames: `frames: { ${FRAMES}, boxes: true }` });
    const other = await runYard({ frames: 'frames: { dataset: semantic-kitti, folder: s }' });
    for (const frame of [0, 1])
      expect(json(folder, `f/00000${frame}.boxes.json`)).toEqual(boxesOf(join(other.folder, 's'), frame));
  });

  it('have boxes of organised frames, with the points of their cells', async () => {
    const { folder } = await runYard({
      frames: `frames: { ${FRAMES}, organised: true, boxes: true }`,
      detector: 'detector: { rangeNoise: 0, returns: dual }',
      footprint: 'footprint: { subrays: 7 }',
    });
    // An echo of a whole footprint lies on the beam's axis, which may pass the object.
    const boxes = await expectBoxed(folder, '000000', '.pcd', Infinity);
    const plain = await runYard({
      frames: `frames: { ${FRAMES}, boxes: true }`,
      detector: 'detector: { rangeNoise: 0, returns: dual }',
      footprint: 'footprint: { subrays: 7 }',
    });
    const others = json(plain.folder, 'f/000000.boxes.json').boxes as { occlusion: number }[];
    expect(boxes.map(({ occlusion }) => occlusion)).toEqual(others.map(({ occlusion }) => occlusion));
  });

  it("have boxes of classes of one's own", async () => {
    const { folder } = await runYard(
      { frames: `frames: { ${FRAMES}, boxes: true, classes: map.yaml }` },
      { 'map.yaml': 'blob: Container\ncar: Vehicle\n' },
    );
    const classes = json(folder, 'f/000000.boxes.json').boxes.map((box: { class: string }) => box.class);
    expect([...new Set(classes)].sort()).toEqual(['Container', 'Vehicle', 'person']);
  });

  it('take the boxes of frames of an older, longer run away with these', async () => {
    const { folder, survey } = await yardSurvey({ frames: `frames: { ${FRAMES}, boxes: true }` });
    await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
    writeFileSync(join(folder, 'f/000009.boxes.json'), '{ "mine": 1 }');
    const text = readFileSync(survey.file, 'utf8')
      .replace('boxes: true', 'incomplete: drop')
      .replace(', incomplete: keep', '');
    writeFileSync(survey.file, text);
    const shorter = await loadSurvey(survey.file, { outputFolder: folder });
    await runSurvey(shorter, { engine: 'cpu', threads: 1, cache: false, force: true });
    expect(readdirSync(join(folder, 'f')).sort()).toEqual([
      ...['000000.boxes.json', '000000.pcd', '000009.boxes.json', 'frames.labels.json', 'frames.sensors.json'],
    ]);
  });

  it('have no boxes where nobody asks', async () => {
    const { folder } = await runYard({ frames: `frames: { ${FRAMES} }` });
    expect(readdirSync(join(folder, 'f')).filter((name) => name.includes('boxes'))).toEqual([]);
  });

  it.each([
    ['file: a.mcap, classes: map.yaml', 'frames.classes: found "map.yaml", expected dataset with it, or boxes: true'],
    ['dataset: pointcept, folder: p, boxes: false', 'frames.boxes: found false, expected nothing, or true'],
    [
      'file: f/%06d.pcd, classes: map.yaml',
      'frames.classes: found "map.yaml", expected dataset with it, or boxes: true',
    ],
  ])('refuse %s', async (frames, message) => {
    const text = await yardSurvey({ frames: `frames: { ${frames} }` }).then(
      () => '',
      (error: { format(): string }) => error.format(),
    );
    expect(text).toContain(message);
  });

  it('say where the scanner is on its platform, so that poses of frames lead to those of the platform', async () => {
    const poses = 'poses: f/poses.csv';
    const { folder } = await runYard({ frames: `frames: { ${FRAMES}, ${poses} }`, scanner: MOUNTED });
    const { conventions, sensors } = json(folder, 'f/frames.sensors.json');
    expect(conventions.axes).toMatch(/^flu: x forward/);
    expect(sensors).toHaveLength(1);
    const [{ name, mounts }] = sensors;
    expect([name, mounts.length, mounts[0].frame]).toEqual(['velodyne-vlp-16', 1, 0]);
    // Right 0.3, forward 0.9 is x 0.9, y −0.3 of a body that looks along x.
    expect(mounts[0].position).toEqual([0.9, -0.3, 0.4].map((value) => expect.closeTo(value, 9)));
    const rows = readFileSync(join(folder, 'f/poses.csv'), 'utf8').trim().split('\n').slice(1);
    const [, , , ...first] = rows[0].split(',').map(Number);
    const [position, orientation] = [first.slice(0, 3), first.slice(3)];
    const {
      position: p,
      orientation: [a, b, c, d],
    } = mounts[0];
    const body = multiply(orientation as never, [-a, -b, -c, d]);
    const lever = rotate(body, p);
    // The platform begins at [0, 0, 1.7] and looks along its way, to [1.6, 0.8].
    expect(position.map((value, axis) => value - lever[axis])).toEqual([0, 0, 1.7].map((v) => expect.closeTo(v, 6)));
    const forward = rotate(body, [1, 0, 0]);
    expect(Math.atan2(forward[1], forward[0])).toBeCloseTo(Math.atan2(0.8, 1.6), 6);
    expect(forward[2]).toBeCloseTo(0, 6);
  });

  it('list all scanners of a folder in one file, and mounts of legs by their first frames', async () => {
    const scanners =
      'scanners: [ { name: top, scanner: velodyne-vlp-16 }, ' +
      '{ name: left, scanner: velodyne-vlp-16, mount: { position: [-1, 0, 0] } } ]';
    const legs =
      'legs: [ { position: [0, 0, 1.7], duration: 0.1 }, { position: [1, 0, 1.7], duration: 0.1, mount: { pitch: 10 } } ]';
    const { folder } = await runYard({ frames: 'frames: { file: "f/%s-%03d.pcd" }', scanner: scanners });
    for (const name of ['top', 'left']) expect(json(folder, `f/${name}.sensors.json`).sensors[0].name).toBe(name);
    const set = await runYard({ frames: 'frames: { dataset: nuscenes, folder: n }', scanner: scanners });
    const listed = json(set.folder, 'n/frames.sensors.json').sensors;
    expect(listed.map(({ channel }: { channel: string }) => channel)).toEqual(['LIDAR_TOP', 'LIDAR_LEFT']);
    const moved = await runYard({ frames: `frames: { ${FRAMES} }`, legs });
    const [{ mounts }] = json(moved.folder, 'f/frames.sensors.json').sensors;
    expect(mounts.map(({ frame }: { frame: number }) => frame)).toEqual([0, 1]);
  });

  it('of recordings have this among their messages', async () => {
    const { folder } = await runYard({ frames: 'frames: { file: f/a.mcap, coordinates: sensor }' });
    expect(existsSync(join(folder, 'f/a.sensors.json'))).toBe(false);
  });
});
