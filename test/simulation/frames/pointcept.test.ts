import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSame } from '../../support/quick-checks.js';
import { readNpy } from './read-npy.js';
import { runYard } from './yard.js';

const run = (more: string, sections: Record<string, string> = {}, files: Record<string, string> = {}) =>
  runYard({ frames: `frames: { dataset: pointcept, folder: own${more} }`, ...sections }, files);

/** All clouds of a split as defaults.py reads them: each folder in it is one, and each array in that is an asset. */
function readSplit(folder: string) {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const read = (asset: string, type: Parameters<typeof readNpy>[1]) =>
        readNpy(join(folder, name, `${asset}.npy`), type);
      return {
        assets: readdirSync(join(folder, name)).sort(),
        coord: read('coord', '<f4'),
        strength: read('strength', '<f4'),
        segment: read('segment', '<i4'),
        instance: read('instance', '<i4'),
        pose: read('pose', '<f8'),
      };
    });
}

describe('frames of Pointcept', () => {
  it('are folders of arrays, whose points moved by their poses are those of the cloud', async () => {
    const { folder, cloud } = await run('');
    const split = readSplit(join(folder, 'own/train'));
    expect(split).toHaveLength(2);
    let point = 0;
    let worst = 0;
    for (const { assets, coord, strength, segment, instance, pose } of split) {
      expect(assets).toEqual(['coord.npy', 'instance.npy', 'pose.npy', 'segment.npy', 'strength.npy']);
      const count = strength.numbers.length;
      expect([coord.shape, strength.shape, segment.shape, instance.shape, pose.shape]).toEqual([
        ...[[count, 3], [count], [count], [count]],
        [4, 4],
      ]);
      const m = pose.numbers;
      expect([...m.subarray(12)]).toEqual([0, 0, 0, 1]);
      for (let k = 0; k < count; k++, point++) {
        const [x, y, z] = coord.numbers.subarray(3 * k, 3 * k + 3);
        for (const axis of [0, 1, 2]) {
          const moved = m[4 * axis] * x + m[4 * axis + 1] * y + m[4 * axis + 2] * z + m[4 * axis + 3];
          worst = Math.max(worst, Math.abs(moved - cloud[point].at[axis]));
        }
      }
    }
    expect(point).toBe(cloud.length);
    expect(worst).toBeLessThan(2e-5);
  });

  it('have classes without gaps, -1 for none; objects alone have numbers', async () => {
    const { folder, cloud, labels } = await run('');
    const classes = JSON.parse(readFileSync(join(folder, 'own/classes.json'), 'utf8'));
    expect(Object.keys(classes)).toEqual(Object.keys(classes).map((_, k) => String(k)));
    const wanted = { car: 'car', person: 'person', house: 'building', road: 'road', blob: undefined };
    let point = 0;
    for (const { segment, instance } of readSplit(join(folder, 'own/train')))
      segment.numbers.forEach((segmentOf, k) => {
        const { instance: object, semantic } = cloud[point++];
        const [kind] = labels.instances[object].split('/').at(-1).split('_') as [keyof typeof wanted];
        const isObject = kind === 'car' || kind === 'person';
        checkSame(instance.numbers[k], isObject ? object : -1, kind);
        const name = labels.semantics[semantic] === 'glass' && !isObject ? 'window' : wanted[kind];
        if (name === undefined) checkSame(segmentOf, -1, kind);
        else checkSame(classes[segmentOf], name, kind);
      });
    expect(point).toBe(cloud.length);
  });

  it('take new classes of a file, by name or number', async () => {
    const { folder } = await run(', classes: map.yaml', {}, { 'map.yaml': 'blob: lump\nhouse: 77\n' });
    const classes = JSON.parse(readFileSync(join(folder, 'own/classes.json'), 'utf8'));
    const lump = Object.keys(classes).find((id) => classes[id] === 'lump');
    expect(classes[77]).toBe('house');
    const found = new Set(readSplit(join(folder, 'own/train')).flatMap(({ segment }) => [...segment.numbers]));
    expect(found).toContain(Number(lump));
    expect(found).toContain(77);
    expect(found).not.toContain(-1);
  });

  it('have the colours that points have', async () => {
    const { folder } = await run('', { colors: 'colors: base' });
    const { shape, numbers } = readNpy(join(folder, 'own/train/000001/color.npy'), '|u1');
    expect(shape[1]).toBe(3);
    expect(shape[0]).toBe(readNpy(join(folder, 'own/train/000001/strength.npy'), '<f4').numbers.length);
    expect(Math.max(...numbers.subarray(0, 3000))).toBeGreaterThan(0);
  });
});
