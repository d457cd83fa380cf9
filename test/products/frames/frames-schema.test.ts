import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { cloudEndings } from '../../../src/io/clouds/cloud-formats.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { framePath } from '../../../src/products/frames/frame-paths.js';
import { checkSurvey } from '../../../src/survey/check.js';
import { loadFailure, makeFolder, surveyText, writeSurvey } from '../../survey/survey-file.js';

const sections = (frames: string, more: Record<string, string> = {}) =>
  surveyText({ frames: `frames: ${frames}`, ...more });
const load = async (frames: string, more: Record<string, string> = {}, outputFolder = '/results') =>
  loadSurvey(await writeSurvey(sections(frames, more)), { outputFolder });

describe('frames', () => {
  it('are revolutions in world coordinates unless told otherwise', async () => {
    const { frames, outputs } = await load('{ file: "f/%06d.pcd" }', { output: '' });
    expect(frames).toMatchObject({
      pattern: '/results/f/%06d.pcd', format: 'pcd', by: 'revolution', coordinates: 'world', deskew: false, organised: false,
    }); // biome-ignore format: one record
    expect(outputs).toEqual([]);
  });

  it('take axes and poses of their own', async () => {
    const { frames } = await load('{ file: "%d.pcd", axes: flu, poses: p/poses.tum }');
    expect(frames).toMatchObject({ axes: 'flu', poses: '/results/p/poses.tum' });
  });

  it('are messages in a recording, with fields that programs know unless others are chosen', async () => {
    const { frames } = await load('{ file: a.mcap }');
    expect(frames).toMatchObject({
      format: 'mcap', axes: 'flu', recording: { layout: 'xyzirt', transforms: 0.01 }, strength: { range: 'byte' },
    }); // biome-ignore format: one record
    const own = (await load('{ file: a.mcap, fields: [range], imu: 0.005, clock: 0.1, boxes: true }')).frames;
    expect((await load('{ file: a.mcap }')).frames?.recording).not.toHaveProperty('boxes');
    const boxes = { classes: {} };
    expect(own?.recording).toEqual({ layout: 'all', transforms: 0.01, imu: 0.005, clock: 0.1, boxes });
    expect(own?.boxes).toBeUndefined();
    expect(own?.strength).toBeUndefined();
  });

  it('are messages of any time that those of ROS hold, and files of others', async () => {
    const late = 'startTime: 2038-01-18T00:00:00Z';
    expect((await load('{ file: a.mcap }', { startTime: late })).frames?.format).toBe('mcap');
    expect((await load('{ file: "%d.pcd" }', { startTime: 'startTime: 2066-01-01T00:00:00Z' })).frames?.by).toBe(
      'revolution',
    );
  });

  it('may be by seconds, deskewed', async () => {
    const text = '{ file: "f-%d.las", by: seconds, duration: 0.5, coordinates: sensor, deskew: true }';
    expect((await load(text)).frames).toMatchObject({ format: 'las', by: 0.5, coordinates: 'sensor', deskew: true });
  });

  it.each(['world', 'sensor'])('may have objects at their start, in %s coordinates', async (coordinates) => {
    const { frames } = await load(`{ file: "f-%d.las", coordinates: ${coordinates}, deskew: objects }`);
    expect(frames).toMatchObject({ coordinates, deskew: 'objects' });
  });

  it.each([
    ['/a/%06d.pcd', 7, 'x', '/a/000007.pcd'],
    ['/a/%s-%d.pcd', 12, 'front', '/a/front-12.pcd'],
    ['/a/%s/%3d.pcd', 1234, 'front', '/a/front/1234.pcd'],
    ['/a/%s-%02d.pcd', 5, '$&%d', '/a/$&%d-05.pcd'],
  ])('%s, %i, %s', (pattern, number, name, path) => {
    if (name === '$&%d') expect(framePath(pattern, number, 'b')).toBe('/a/b-05.pcd');
    else expect(framePath(pattern, number, name)).toBe(path);
  });
});

const TWO_SCANNERS = 'scanners: [ { scanner: velodyne-vlp-16 }, { scanner: velodyne-vlp-16 } ]';
const LASER_LINE =
  'scanner: { name: x, wavelength: 900, divergence: { mrad: 1 }, detection: { rangeMin: 0, rangeMax: 50, maxReturns: 1, rangeNoise: 0, minEnergy: 0 }, deflector: { kind: line, pulseRate: 1000, halfAngle: 10, fibres: 16 } }';

describe('poses beside frames', () => {
  it('are refused over a file that exists, or another output', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'times.txt'), 'mine');
    const survey = await load('{ file: "%d.pcd", poses: poses.txt }', {}, folder);
    await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(/poses .*times\.txt.*: the file exists/);
    const twice = await load('{ file: "%d.pcd", poses: cloud.csv }', { output: 'output: [ cloud.csv ]' }, folder);
    await expect(checkSurvey(twice, { files: nodeFiles })).rejects.toThrow(
      /poses "(.*cloud\.csv)" has the same path as output "\1"/,
    );
  });
});

describe('frames that cannot be', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      '{ file: "%06d.pcd", poses: a.pose }',
      'frames.poses: found "a.pose", expected a path that ends in .tum, .txt or .csv',
      {},
    ],
    ['{ file: "%06d.csv", poses: "%06d.csv" }', 'frames.poses: found "%06d.csv"', {}],
    [
      '{ file: "%s%06d.pcd", poses: a.tum }',
      'frames.poses: found "a.tum", expected a path with %s',
      { scanner: TWO_SCANNERS },
    ],
    ['{ file: "%06d.pcd", axes: ned }', 'frames.axes: found "ned"', {}],
    [
      '{ file: a.pcd }',
      `frames.file: found "a.pcd", expected a path with one %06d for the number that ends in ${cloudEndings()}`,
      {},
    ],
    ['{ file: "%06d.mcap" }', 'or one without that ends in .mcap', {}],
    ['{ file: "frames/.mcap" }', 'or one without that ends in .mcap', {}],
    ['{ file: a.mcap, axes: rfu }', 'frames.axes: found "rfu", expected flu, or nothing', {}],
    ['{ file: a.mcap, layout: pcl32 }', 'frames.layout: found "pcl32"', {}],
    [
      '{ file: a.mcap, layout: xyzirc, intensity: unit }',
      'frames.intensity: found "unit", expected nothing, or byte: programs that read xyzirc take no other',
      {},
    ],
    [
      '{ file: a.mcap, layout: all, intensity: byte }',
      'frames.intensity: found "byte", expected nothing, or another layout: all has the 16 bits of clouds',
      {},
    ],
    ['{ file: a.mcap, layout: pcl24, intensity: percent }', 'frames.intensity: found "percent"', {}],
    ['{ file: a.mcap, layout: xyzircaedt }', 'expected coordinates: sensor with it', {}],
    [
      '{ file: a.mcap, layout: pcl24, fields: minimal }',
      'frames.fields: found "minimal", expected layout: all with it; the fields of pcl24 are fixed',
      {},
    ],
    ...(
      [
        ['2038-01-19T03:14:08Z', '2038-01-19'],
        ['1969-12-31T23:59:59Z', '1969-12-31'],
      ] as const
    ).map(([start, day]): [string, string, Record<string, string>] => [
      '{ file: a.mcap }',
      `frames.file: found "a.mcap", expected a survey in the years that times of ROS hold, 1970 to 2038-01-19; it has times of ${day}`,
      { startTime: `startTime: ${start}` },
    ]),
    ['{ file: a.mcap, transforms: 0 }', 'frames.transforms: found 0', {}],
    [
      '{ file: a.mcap, imu: 0.0001 }',
      'frames.imu: found 0.0001, expected a longer one: 36000001 messages, at most 16777216',
      {
        scanner: 'scanner: velodyne-vlp-16',
        legs: 'legs: [ { position: [0, 0, 1], duration: 3600 } ]',
      },
    ],
    ...(['transforms: 0.1', 'imu: 0.1', 'clock: 0.1'] as const).map((key): [string, string, Record<string, string>] => [
      `{ file: "%06d.pcd", ${key} }`,
      `frames.${key.split(':')[0]}: found ${key.split(' ')[1]}, expected a file that ends in .mcap with it`,
      {},
    ]),
    [
      '{ file: "%06d.pcd", layout: pcl24 }',
      'frames.layout: found "pcl24", expected a file that ends in .mcap with it',
      {},
    ],
    [
      '{ file: a.mcap, layout: laserscan, coordinates: sensor }',
      'has 16 lasers',
      { scanner: 'scanner: velodyne-vlp-16' },
    ],
    ['{ file: a.mcap, layout: laserscan }', 'expected coordinates: sensor with it', {}],
    ['{ file: a.mcap, layout: livox, organised: true }', 'expected no organised with layout: livox', {}],
    ['{ file: a.mcap, layout: laserscan, coordinates: sensor, deskew: true }', 'expected no deskew with it', {}],
    ['{ file: a.mcap, layout: laserscan, coordinates: sensor, deskew: objects }', 'expected no deskew with it', {}],
    ['{ file: "%06d.pcd", deskew: both }', 'frames.deskew: found "both", expected true, false or objects', {}],
    ['{ file: a.mcap, layout: laserscan, by: seconds, duration: 1 }', 'expected by: revolution with it', {}],
    ['{ file: "%06d-%d.pcd" }', 'expected a path with one %06d', {}],
    ['{ file: "%06d/a.pcd" }', 'expected a path with one %06d', {}],
    ['{ file: "%99999999999d.pcd" }', 'expected a path with one %06d', {}],
    ['{ file: "%06d.bin" }', 'expected a path with one %06d', {}],
    [
      '{ file: "%06d.pcd" }',
      'a path with %s for the name of the scanner, since there are several',
      { scanner: TWO_SCANNERS },
    ],
    ['{ file: "%06d.pcd", by: seconds }', 'frames.duration: missing, expected a number > 0 (s)', {}],
    ['{ file: "%06d.pcd", duration: 3 }', 'frames.duration: found 3, expected nothing, or by: seconds', {}],
    ['{ file: "%06d.pcd", deskew: true }', 'frames.deskew: found true, expected coordinates: sensor with it', {}],
    [
      '{ file: "%06d.pcd", axes: flu }',
      'frames.axes: found "flu", expected coordinates: sensor, or poses, with it',
      {},
    ],
    [
      '{ file: "%06d.las", organised: true }',
      'frames.organised: found true, expected a file that ends in .pcd or .e57 or .mcap with it',
      {},
    ],
    [
      '{ file: "%06d.pcd", by: seconds, duration: 1, organised: true }',
      'frames.organised: found true, expected by: revolution with it',
      {},
    ],
    [
      '{ file: "%06d.pcd", organised: true }',
      'expected false, since RIEGL VZ-400 is not a spinning array of lasers',
      { scanner: 'scanner: riegl-vz-400' },
    ],
    [
      '{ file: "%06d.pcd" }',
      'frames.by: found "revolution", expected seconds, since x has nothing that turns round',
      { scanner: LASER_LINE, legs: 'legs: [ { position: [0, 0, 1], duration: 1 } ]' },
    ],
  ])('%s: %s', async (text, message, more) => {
    expect(await loadFailure(sections(text, more))).toContain(message);
  });

  it('include those of a survey with neither output nor frames', async () => {
    expect(await loadFailure(surveyText({ output: '' }))).toContain(
      'output: missing, expected a list of clouds to write, or frames',
    );
  });
});

describe('the check before the run', () => {
  const legs = 'legs: [ { position: [0, 0, 1], duration: 0.25 } ]';

  it('finds files in the way, among those to be written', async () => {
    const folder = await makeFolder();
    const survey = await load('{ file: "f-%03d.pcd" }', { legs, output: '' }, folder);
    await checkSurvey(survey, { files: nodeFiles });
    await writeFile(join(folder, 'f-003.pcd'), '');
    await checkSurvey(survey, { files: nodeFiles });
    await writeFile(join(folder, 'f-002.pcd'), '');
    await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(/f-002\.pcd.*the file exists/);
    await expect(checkSurvey(survey, { files: nodeFiles, force: true })).rejects.toThrow(
      /f-003\.pcd" is beyond the last of this run .* remove it yourself/,
    );
    await unlink(join(folder, 'f-003.pcd'));
    await checkSurvey(survey, { files: nodeFiles, force: true });
  });

  it('finds a missing folder', async () => {
    const folder = await makeFolder();
    const survey = await load('{ file: "frames/f-%03d.pcd" }', { legs, output: '' }, folder);
    await checkSurvey(survey, { files: nodeFiles });
    await writeFile(join(folder, 'frames'), '');
    await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(
      /frames ".*f-%03d\.pcd": cannot write: .*frames is not a folder/,
    );
  });

  it('finds paths of other outputs', async () => {
    const survey = await load('{ file: "f-%03d.pcd" }', { legs, output: 'output: [ f-001.pcd ]' }, await makeFolder());
    await expect(checkSurvey(survey, { files: nodeFiles, force: true })).rejects.toThrow(
      /f-001\.pcd" is another output/,
    );
  });

  it('finds too many of them', async () => {
    const text = '{ file: "f-%d.pcd", by: seconds, duration: 1.0e-6 }';
    const survey = await load(text, { legs: 'legs: [ { position: [0, 0, 1], duration: 2 } ]' }, await makeFolder());
    await expect(checkSurvey(survey, { files: nodeFiles })).rejects.toThrow(
      'velodyne-vlp-16 has 2000000 of them, at most 1000000 are possible',
    );
  });
});
