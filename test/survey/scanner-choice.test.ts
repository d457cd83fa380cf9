import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { surveyText, writeSurvey } from './survey-file.js';

const PATTERN = `scanner:
  name: of a file
  wavelength: 905
  detection: { rangeMin: 1, rangeMax: 100, maxReturns: 1, rangeNoise: 0 }
  deflector: { kind: pattern, pulseRate: 1000, file: swing.csv }`;
const LEGS = 'legs: [ { position: [0, 0, 1.7], duration: 1 } ]';

const scannerOf = async (file: string) => (await loadSurvey(file)).instruments[0].scanner;

describe('the scanner of a survey', () => {
  it('reads a pattern beside the survey', async () => {
    const file = await writeSurvey(surveyText({ scanner: PATTERN, legs: LEGS }));
    await writeFile(join(dirname(file), 'swing.csv'), 'time,azimuth,elevation\n0,-10,0\n0.001,10,0\n');
    const { deflector } = await scannerOf(file);
    expect(deflector).toHaveProperty('directions.length', 6);
  });

  it('says what is wrong with the pattern, and where', async () => {
    const file = await writeSurvey(surveyText({ scanner: PATTERN, legs: LEGS }));
    const table = join(dirname(file), 'swing.csv');
    await expect(scannerOf(file)).rejects.toMatchObject({
      message: expect.stringContaining('does not exist'),
      place: { file, line: 6, column: 54 },
    });
    await writeFile(table, 'time,azimuth,elevation\n0,-10,0\n0,10,0\n');
    await expect(scannerOf(file)).rejects.toMatchObject({
      message: expect.stringContaining(`scanner.deflector.file: ${table}:3: found the time 0`),
      place: { file, line: 6 },
    });
  });

  it('takes other numbers of its kind if it is from the catalogue', async () => {
    const scanner =
      'scanner: { id: riegl-vux-1uav, pulseRate: 100000, lineRate: 50, elevationMin: -45, elevationMax: 45 }';
    const { deflector } = await scannerOf(await writeSurvey(surveyText({ scanner, legs: LEGS })));
    // 360° · 50 / 100,000.
    expect(deflector).toHaveProperty('verticalStep', expect.closeTo(0.18 * (Math.PI / 180), 12));
    expect(deflector).toHaveProperty('elevationMax', Math.PI / 4);
  });

  it.each([
    ['{ id: riegl-vux-1uav, pulseRate: 120000 }', 'scanner.pulseRate: found 120000, expected one of 50000, 100000'],
    [
      '{ id: riegl-vux-1uav, lineRate: 500 }',
      'scanner.lineRate: found 500, expected at most lineRateMax, which is 200 (Hz)',
    ],
    [
      '{ id: livox-mid-40, scanRate: 5 }',
      'scanner.scanRate: found 5, expected no such key: livox-mid-40 is a risley scanner',
    ],
    [
      '{ id: velodyne-vlp-16, head: { rate: 5 } }',
      'scanner.head: found a map, expected no such key: rotationRate turns this',
    ],
    ['riegl-vux-1ua', 'did you mean "riegl-vux-1uav"'],
  ])('%s', async (given, message) => {
    const file = await writeSurvey(surveyText({ scanner: `scanner: ${given}`, legs: LEGS }));
    await expect(scannerOf(file)).rejects.toThrow(message);
  });
});
