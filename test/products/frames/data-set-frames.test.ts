import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { checkSurvey } from '../../../src/survey/check.js';
import { makeFolder, surveyText, writeSurvey } from '../../survey/survey-file.js';

async function load(frames: string, map = '', more: Record<string, string> = {}, outputFolder = '/results') {
  const file = await writeSurvey(surveyText({ frames: `frames: ${frames}`, ...more }));
  await writeFile(join(dirname(file), 'map.yaml'), map);
  return loadSurvey(file, { outputFolder });
}

const faultsOf = (frames: string, map?: string, more?: Record<string, string>): Promise<string> =>
  load(frames, map, more).then(
    () => '',
    (error: UserError) => error.format(),
  );

const KITTI = 'dataset: semantic-kitti, folder: s/00';

describe('frames of a data set', () => {
  it('have all that its layout needs', async () => {
    const { frames } = await load(`{ ${KITTI} }`);
    expect(frames).toMatchObject({
      pattern: '/results/s/00/velodyne/%06d.bin',
      format: 'data-set',
      dataSet: { name: 'semantic-kitti', folder: '/results/s/00', classes: {} },
      by: 'revolution',
      coordinates: 'sensor',
      axes: 'flu',
      deskew: true,
      organised: false,
      incomplete: 'drop',
    });
    expect((await load(`{ ${KITTI}, incomplete: keep }`)).frames?.incomplete).toBe('keep');
    expect((await load('{ file: "%06d.pcd" }')).frames?.incomplete).toBe('keep');
  });

  it('take keys that say the same, and the cut of frames', async () => {
    const { frames } = await load(
      `{ ${KITTI}, coordinates: sensor, axes: flu, deskew: true, by: seconds, duration: 2 }`,
    );
    expect(frames?.by).toBe(2);
  });

  it('may have objects at the start of their frame', async () => {
    const { frames } = await load(`{ ${KITTI}, deskew: objects }`);
    expect(frames).toMatchObject({ coordinates: 'sensor', deskew: 'objects' });
  });

  it.each([
    ['coordinates: world', 'frames.coordinates: found "world", expected nothing, or sensor: semantic-kitti has it so'],
    ['axes: rfu', 'frames.axes: found "rfu", expected nothing, or flu: semantic-kitti has it so'],
    ['deskew: false', 'frames.deskew: found false, expected nothing, or true: semantic-kitti has it so'],
    ['organised: true', 'frames.organised: found true, expected nothing, or false: semantic-kitti has it so'],
    ['file: a%06d.pcd', 'frames.file: found "a%06d.pcd", expected nothing: dataset: semantic-kitti sets the files'],
    ['poses: a.tum', 'frames.poses: found "a.tum", expected nothing'],
    ['duration: 3', 'frames.duration: found 3, expected nothing, or by: seconds'],
  ])('refuse %s', async (key, message) => {
    const text = await faultsOf(`{ ${KITTI}, ${key} }`);
    expect(text).toContain(message);
    expect(text).toMatch(/survey\.yaml:\d+:\d+: frames/);
  });

  it.each([
    [
      '{ dataset: kitty, folder: s }',
      'frames.dataset: found "kitty", expected one of: semantic-kitti, openpcdet, pointcept',
    ],
    ['{ dataset: pointcept }', 'frames.folder: missing, expected the path of a folder, such as sequences/00'],
    ['{ dataset: pointcept, folder: a%d }', 'frames.folder: found "a%d", expected a path without %d'],
    ['{ file: "%06d.pcd", folder: a }', 'frames.folder: found "a", expected dataset with it'],
    ['{ by: revolution }', 'frames.file: missing, expected a path with one %06d'],
    [`{ ${KITTI}, classes: none.yaml }`, 'frames.classes: '],
  ])('refuse %s', async (frames, message) => {
    expect(await faultsOf(frames)).toContain(message);
  });

  it('have the axes and intensities of their programs', async () => {
    const of = async (frames: string) => (await load(`{ folder: n, ${frames} }`)).frames;
    expect(await of('dataset: nuscenes')).toMatchObject({ axes: 'rfu', strength: { range: 'byte' } });
    expect(await of('dataset: nuscenes, intensity: unit')).toMatchObject({ strength: { range: 'unit' } });
    expect(await of('dataset: openpcdet')).toMatchObject({ axes: 'flu', strength: { range: 'unit' } });
    expect(await of('dataset: kitti-tracking')).toMatchObject({ axes: 'flu', strength: { range: 'unit' } });
    expect(await of('dataset: pointcept, intensity: byte')).toMatchObject({ strength: { range: 'byte' } });
    expect(await faultsOf('{ dataset: nuscenes, folder: n, axes: flu }')).toContain('expected nothing, or rfu');
    expect(await faultsOf(`{ ${KITTI}, intensity: byte }`)).toContain(
      'frames.intensity: found "byte", expected nothing, or unit: programs that read semantic-kitti take no other',
    );
    expect(await faultsOf('{ file: "%06d.pcd", intensity: byte }')).toContain(
      'frames.intensity: found "byte", expected a dataset, or a file that ends in .mcap and its layout, with it',
    );
  });

  it('take their intensities from the scale that a survey chooses', async () => {
    const strengthOf = async (frames: string, intensity = '') =>
      (await load(frames, '', { intensity })).frames?.strength;
    const chosen = 'intensity: { scale: hdl32e }';
    expect(await strengthOf(`{ ${KITTI} }`)).toEqual({ range: 'unit' });
    expect(await strengthOf(`{ ${KITTI} }`, chosen)).toEqual({ range: 'unit', scale: 'hdl32e' });
    expect(await strengthOf(`{ ${KITTI} }`, 'intensity: { scale: amplitude }')).toEqual({
      range: 'unit',
      scale: 'amplitude',
    });
    expect(await strengthOf('{ file: "%06d.pcd" }', chosen)).toBeUndefined();
  });

  it.each([
    ['semantic-kitti', 'car: cat', 'map.yaml:1:6: car: found "cat", expected a class of the data set: unlabeled (0), '],
    ['semantic-kitti', 'car: cat', '; did you mean "car"?'],
    ['semantic-kitti', 'car: car\ntree: 7', 'map.yaml:2:7: tree: found 7, expected a class of the data set'],
    ['semantic-kitti', '- car', 'expected a map from semantic names to classes, such as { car: car }'],
    ['kitti-tracking', 'bus: Bus', 'found "Bus", expected a class of the data set: none (0), Car (1), Van (2), '],
    ['openpcdet', 'car: 4', 'map.yaml:1:6: car: found 4, expected the name of a class, without spaces'],
    ['openpcdet', 'car: my car', 'map.yaml:1:6: car: found "my car", expected the name of a class, without spaces'],
    [
      'pointcept',
      'car: -3',
      'map.yaml:1:6: car: found -3, expected the name of a class, without spaces, or its number',
    ],
  ])('in the layout %s refuse classes of a file: %s', async (dataset, map, message) => {
    expect(await faultsOf(`{ dataset: ${dataset}, folder: s, classes: map.yaml }`, map)).toContain(message);
  });

  it('are refused over a file of another sequence, which is named as what it is', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 's/ImageSets'), { recursive: true });
    await writeFile(join(folder, 's/ImageSets/val.txt'), '000001');
    const survey = await load('{ dataset: openpcdet, folder: s }', '', {}, folder);
    await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(/data set ".*val\.txt": cannot write/);
  });

  it('have a folder for each scanner', async () => {
    const scanners = ['left', 'right'].map((name) => `{ name: ${name}, scanner: velodyne-vlp-16 }`).join(', ');
    const more = { scanner: `scanners: [ ${scanners} ]` };
    expect(await faultsOf(`{ ${KITTI} }`, '', more)).toContain('expected a path with %s for the name of the scanner');
    const { frames } = await load('{ dataset: openpcdet, folder: "s/%s" }', '', more);
    expect(frames?.pattern).toBe('/results/s/%s/points/%06d.npy');
  });
});
