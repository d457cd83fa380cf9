import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { CLOUD_FORMATS, type CloudFormatName, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { strayFrames } from '../../../src/products/frames/check-frames.js';
import { framesOfOthers, isOwnFrame, olderFrames } from '../../../src/products/frames/older-frames.js';
import { labelsPaths } from '../../../src/products/labels.js';
import { SOFTWARE } from '../../../src/version.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../../io/sample-cloud.js';

const folder = temporaryFolder();

function folderWith(name: string, names: readonly string[]): string {
  mkdirSync(join(folder, name));
  for (const file of names) writeFileSync(join(folder, name, file), '');
  return join(folder, name);
}

describe('olderFrames', () => {
  it('finds numbers beyond the last, in the form of the pattern alone', async () => {
    const names = ['f000.pcd', 'f003.pcd', 'f004.pcd', 'f010.pcd', 'f1000.pcd'];
    const others = ['f04.pcd', 'f0010.pcd', 'f004.ply', 'g004.pcd', 'f-04.pcd', 'f4e1.pcd', 'f004.pcd.bak', 'f.pcd'];
    const inside = folderWith('numbers', [...names, ...others]);
    const found = await olderFrames(nodeFiles, join(inside, 'f%03d.pcd'), [{ name: 'a', count: 4 }]);
    expect(found).toEqual(['f004.pcd', 'f010.pcd', 'f1000.pcd'].map((name) => join(inside, name)));
  });

  it('leaves those of other scanners', async () => {
    const inside = folderWith('scanners', ['a00.pcd', 'a100.pcd', 'a101.pcd', 'b07.pcd']);
    const scanners = [
      { name: 'a', count: 1 },
      { name: 'a1', count: 1 },
    ];
    const found = await olderFrames(nodeFiles, join(inside, '%s%02d.pcd'), scanners);
    expect(found).toEqual([join(inside, 'a101.pcd')]);
  });

  it('finds none in a folder that is missing', async () => {
    expect(await olderFrames(nodeFiles, join(folder, 'none/%d.pcd'), [{ name: 'a', count: 1 }])).toEqual([]);
  });
});

describe('frames of scanners that the survey does not have', () => {
  const names = ['left-000.pcd', 'right-000.pcd', 'right-x.pcd', 'notes-001.pcd', '-001.pcd'];
  const instruments = [{ name: 'left' }] as never;

  it('are those that the pattern fits with another name', async () => {
    const inside = folderWith('others', names);
    const found = await framesOfOthers(nodeFiles, join(inside, '%s-%03d.pcd'), ['left']);
    expect(found).toEqual(['notes-001.pcd', 'right-000.pcd'].map((name) => join(inside, name)));
    expect(await framesOfOthers(nodeFiles, join(inside, 'left-%03d.pcd'), ['left'])).toEqual([]);
    expect(await framesOfOthers(nodeFiles, join(folder, 'nowhere/%s%d.pcd'), ['left'])).toEqual([]);
    const recordings = folderWith('recordings', ['drive-left.mcap', 'drive-right.mcap']);
    expect(await framesOfOthers(nodeFiles, join(recordings, 'drive-%s.mcap'), ['left'])).toEqual([
      join(recordings, 'drive-right.mcap'),
    ]);
  });

  it('are named in a warning where subray wrote them', async () => {
    const inside = folderWith('strays', names);
    const frames = { pattern: join(inside, '%s-%03d.pcd') } as never;
    expect(await strayFrames(nodeFiles, frames, instruments)).toBeUndefined();
    writeFileSync(join(inside, 'right-000.pcd'), `# .PCD v0.7\n# ${SOFTWARE}\n`);
    const warning = await strayFrames(nodeFiles, frames, instruments);
    expect(warning).toContain(join(inside, 'right-000.pcd'));
    expect(warning).not.toContain('notes');
  });
});

describe('isOwnFrame', () => {
  it.each(Object.keys(CLOUD_FORMATS) as CloudFormatName[])('knows frames of %s, where the format says so', async (format) => {
    const path = join(folder, `own.${format}`);
    const header = { ...cloudHeader(), software: SOFTWARE, optional: ['ring', 'azimuth', 'frameTime'] as const };
    const sink = await createPointSink({ path, format }, { ...header, optional: [...header.optional] }, { files: nodeFiles });
    await sink.write({ ...sampleBatch(500, 1), ring: new Uint16Array(500), azimuth: new Float32Array(500), frameTime: new Float32Array(500) });
    await sink.finish();
    expect(await isOwnFrame(nodeFiles, path)).toBe(!['xyz', 'pts', 'ptx'].includes(format));
  }); // biome-ignore format: long lines

  it('takes nothing else for one', async () => {
    for (const [name, text] of [['a.csv', 'x,y,z\n1,2,3\n'], ['b.pcd', '# .PCD v0.7\n# PCL\n'], ['c.txt', 'x\nframe_time']]) {
      writeFileSync(join(folder, name), text);
      expect(await isOwnFrame(nodeFiles, join(folder, name)), name).toBe(false);
    } // biome-ignore format: a table
    expect(await isOwnFrame(nodeFiles, folder)).toBe(false);
    expect(await isOwnFrame(nodeFiles, join(folder, 'missing'))).toBe(false);
  });
});

describe('labelsPaths', () => {
  const place = { file: '' };
  const pathsOf = (outputs: string[], pattern?: string, names = ['left', 'right']) =>
    labelsPaths({
      outputs: outputs.map((path) => ({ path, format: 'las' as const, place })),
      frames: pattern === undefined ? undefined : { pattern, format: 'pcd', by: 1, coordinates: 'world', deskew: false, organised: false, place },
      instruments: names.map((name) => ({ name })) as never,
    }); // biome-ignore format: a survey on a line

  it('lie beside each cloud, one for clouds that differ in their ending', () => {
    expect(pathsOf(['/x/a.las', '/x/a.ply', '/y/a.las', '/x/b.c.csv'])).toEqual([
      '/x/a.labels.json',
      '/y/a.labels.json',
      '/x/b.c.labels.json',
    ]);
  });

  it('lie beside frames, by the words of their pattern', () => {
    expect(pathsOf([], '/x/f-%03d.pcd')).toEqual(['/x/f.labels.json']);
    expect(pathsOf([], '/x/%06d.pcd')).toEqual(['/x/frames.labels.json']);
    expect(pathsOf([], '/x/%s_%02d.pcd')).toEqual(['/x/left.labels.json', '/x/right.labels.json']);
    expect(pathsOf([], '/x/%s/%d.pcd')).toEqual(['/x/left/frames.labels.json', '/x/right/frames.labels.json']);
  });
});
