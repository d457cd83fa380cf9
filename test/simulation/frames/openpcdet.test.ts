import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { simulateFrames } from '../../../src/node-scans.js';
import { createCustomInfos, readFrame, splitOf } from './openpcdet-loader.js';
import { boxesOf, CUBOIDS, runYard, withinBox, yardSurvey } from './yard.js';

const run = (more: string, files: Record<string, string> = {}) =>
  runYard({ frames: `frames: { dataset: openpcdet, folder: custom${more} }` }, files);

describe('frames of OpenPCDet', () => {
  it('are those that its lists name, with boxes as their objects are, that hold all of their points', async () => {
    const { folder, cloud, labels } = await run('');
    const root = join(folder, 'custom');
    const { train, val } = createCustomInfos(root);
    const names = train.map(({ name }) => name);
    expect(names).toEqual(['000000', '000001']);
    expect([val, splitOf(root, 'test')]).toEqual([[], []]);
    let point = 0;
    for (const [frame, name] of names.entries()) {
      const { shape, numbers, boxes } = readFrame(root, name);
      expect(shape).toEqual([numbers.length / 4, 4]);
      const kinds = { car_1: 'Vehicle', car_2: 'Vehicle', person_1: 'Pedestrian' } as const;
      const listed = boxesOf(root, frame).boxes;
      const seen = listed.filter((box: { points: number }) => box.points > 0);
      expect(boxes).toHaveLength(seen.length);
      for (const [k, box] of boxes.entries()) {
        const own = seen[k].name.split('/').at(-1) as keyof typeof kinds;
        expect(box.name).toBe(kinds[own]);
        expect(box.size).toEqual(CUBOIDS[own].size.map((size) => expect.closeTo(size, 3)));
      }
      const held = new Map<number, number>();
      for (let k = 0; k < numbers.length; k += 4, point++) {
        const { instance } = cloud[point];
        const which = seen.findIndex((box: { instance: number }) => box.instance === instance);
        if (which < 0) continue;
        held.set(instance, (held.get(instance) ?? 0) + 1);
        const [centre, size] = [boxes[which].centre, boxes[which].size];
        const inside = withinBox({ ...boxes[which], centre }, [...numbers.subarray(k, k + 3)]);
        for (const axis of [0, 1, 2]) expect(Math.abs(inside[axis])).toBeLessThan(size[axis] / 2 + 1e-3);
      }
      for (const { instance, points, name: object } of listed) {
        expect(held.get(instance) ?? 0, object).toBe(points);
        expect(labels.instances[instance]).toBe(object);
      }
    }
    expect(point).toBe(cloud.length);
  });

  it('are whole turns alone by default, in words', async () => {
    const whole = await runYard({ frames: 'frames: { dataset: openpcdet, folder: custom, incomplete: drop }' });
    const both = await run('');
    const root = join(whole.folder, 'custom');
    expect(readFileSync(join(root, 'ImageSets/train.txt'), 'utf8')).toBe('000000\n');
    expect(readdirSync(join(root, 'points'))).toEqual(['000000.npy']);
    expect(readFrame(root, '000000')).toEqual(readFrame(join(both.folder, 'custom'), '000000'));
    expect(whole.infos).toContainEqual(
      expect.stringMatching(/^frames of .*: the last of 1 leg is incomplete and left out; incomplete: keep writes it$/),
    );
    expect(both.infos.filter((text) => text.includes('incomplete'))).toEqual([]);
    const { survey } = await yardSurvey({ frames: 'frames: { dataset: openpcdet, folder: custom, incomplete: drop }' });
    const frames = [];
    for await (const { frame } of simulateFrames(survey, { engine: 'cpu' })) frames.push(frame);
    expect(frames).toEqual([0]);
  });

  it('are left out of all lists where they have no object, with a warning', async () => {
    // The second leg sees nothing but the ground.
    const { folder, warnings } = await runYard({
      frames: 'frames: { dataset: openpcdet, folder: custom }',
      detector: 'detector: { rangeNoise: 0, rangeMax: 12 }',
      legs: 'legs: [ { position: [0, 0, 1.7], duration: 0.1 }, { position: [30, 30, 1.7], duration: 0.1 } ]',
    });
    const root = join(folder, 'custom');
    expect(readdirSync(join(root, 'points'))).toEqual(['000000.npy', '000001.npy']);
    expect(readFrame(root, '000001').boxes).toEqual([]);
    expect(readFrame(root, '000001').numbers.length).toBeGreaterThan(1000);
    expect(createCustomInfos(root).train.map(({ name }) => name)).toEqual(['000000']);
    expect(warnings.filter((text) => text.startsWith('frames in '))).toEqual([
      expect.stringMatching(/^frames in ".*custom": 1 of 2 have no object with points: ImageSets do not list them/),
    ]);
  });

  it("take names of classes of one's own", async () => {
    const { folder } = await run(', classes: map.yaml', { 'map.yaml': 'car: Car\nhouse: Building\n' });
    const found = readFrame(join(folder, 'custom'), '000000').boxes.map(({ name }) => name);
    expect([...new Set(found)].sort()).toEqual(['Building', 'Car', 'Pedestrian']);
  });

  it("cause no warning of subray's names without classes, since only boxes have these, but of a name of nobody", async () => {
    const { warnings } = await run('');
    expect(warnings.filter((text) => text.includes('semantic'))).toEqual([
      'frames: openpcdet has no class for the semantic name "blob": their objects have no boxes; name classes for them, or none, in a file of frames.classes',
    ]);
  });
});
