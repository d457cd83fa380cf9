import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatPlace, UserError } from '../../src/base/errors.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { loadSurvey as loadFrom } from '../../src/survey/load-survey.js';
import { surveyText, writeSurvey } from './survey-file.js';

const MINE = `name: My lidar
wavelength: 905
divergence: { mrad: 2 }
detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 2, rangeNoise: 0.02 }
deflector:
  kind: spinning
  rotationRate: 10
  firingPeriod: 50
  channels: [{ elevation: -5 }, { elevation: 5 }]
`;

/** A survey with `sections` beside its own scanner file mine/lidar.yaml. */
async function surveyWith(sections: Record<string, string>, scanner = MINE): Promise<string> {
  const file = await writeSurvey(surveyText(sections));
  await mkdir(join(dirname(file), 'mine'));
  await writeFile(join(dirname(file), 'mine/lidar.yaml'), scanner);
  return file;
}

/** The message that loading such a survey ends with, folders cut off. */
async function failure(sections: Record<string, string>, scanner = MINE): Promise<string> {
  const file = await surveyWith(sections, scanner);
  const error: unknown = await loadSurvey(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error('the survey was loaded');
  return error.format().replaceAll(`${dirname(file)}/`, '');
}

describe('a scanner file in a survey', () => {
  it('is where a formula is found that it has, unless the survey replaces that', async () => {
    const formula = MINE.replace('rangeNoise: 0.02', 'rangeNoise: 1 - range');
    const places = async (sections: Record<string, string>) => {
      const file = await surveyWith({ scanner: 'scanner: mine/lidar.yaml', ...sections }, formula);
      const { formulaPlaces = {} } = await loadSurvey(file);
      return Object.entries(formulaPlaces).map(([text, place]) => [
        text,
        formatPlace(place).replaceAll(`${dirname(file)}/`, ''),
      ]);
    };
    expect(await places({})).toEqual([['1 - range', 'mine/lidar.yaml:4:71']]);
    expect(await places({ detector: 'detector: { rangeNoise: 2 - range }' })).toEqual([
      ['2 - range', 'survey.yaml:5:25'],
    ]);
    expect(await places({ detector: 'detector: { rangeNoise: 0.01 }' })).toEqual([]);
  });

  it.each([
    ['by its path', 'scanner: mine/lidar.yaml'],
    ['by its key', 'scanner: { file: mine/lidar.yaml }'],
    ['in a list', 'scanners: [ { scanner: mine/lidar.yaml } ]'],
  ])('is read where it is named %s', async (_name, scanner) => {
    const { instruments } = await loadSurvey(await surveyWith({ scanner }));
    expect(instruments[0].scanner).toMatchObject({ id: 'lidar', name: 'My lidar', wavelengthNm: 905 });
    expect(instruments[0].scanner.source).toBe('described in lidar.yaml');
    expect(instruments[0].name).toBe('lidar');
  });

  it('takes replacements of the survey and of its legs', async () => {
    const scanner = 'scanner: { file: mine/lidar.yaml, rotationRate: 20 }';
    const legs = 'legs: [ { position: [0, 0, 1] }, { position: [0, 0, 1], scanner: { rotationRate: 5 } } ]';
    const { instruments } = await loadSurvey(await surveyWith({ scanner, legs }));
    expect(instruments[0].scanner.deflector).toMatchObject({ rotationRateHz: 20 });
    expect(instruments[0].inLegs?.[1].scanner.deflector).toMatchObject({ rotationRateHz: 5 });
  });

  it('names its pattern relative to itself', async () => {
    const pattern = `${MINE.split('deflector:')[0]}deflector: { kind: pattern, pulseRate: 10, file: p.csv }\n`;
    const file = await surveyWith(
      { scanner: 'scanner: mine/lidar.yaml', legs: 'legs: [ { position: [0, 0, 1], duration: 1 } ]' },
      pattern,
    );
    await writeFile(join(dirname(file), 'mine/p.csv'), 'time,azimuth,elevation\n0,0,0\n1,1,1\n');
    expect((await loadSurvey(file)).instruments[0].scanner.deflector.kind).toBe('pattern');
  });

  it('is read in a page', async () => {
    const files = createWebFiles({
      sources: { 's/survey.yaml': surveyText({ scanner: 'scanner: ../lidar.yaml' }), 'lidar.yaml': MINE },
    });
    expect((await loadFrom('s/survey.yaml', { files })).instruments[0].scanner.name).toBe('My lidar');
  });

  it('shows its own faults at their lines, beside those of the survey', async () => {
    const scanner = MINE.replace('wavelength: 905', 'wavelength: 90').replace('rotationRate', 'rotatonRate');
    const message = await failure({ scanner: 'scanner: mine/lidar.yaml', seed: 'seed: -1' }, scanner);
    expect(message.split('\n').map((line) => line.split(/: (found|missing|unknown)/)[0])).toEqual([
      'survey.yaml: 4 faults',
      '  survey.yaml:5:7: seed',
      '  mine/lidar.yaml:2:13: wavelength',
      '  mine/lidar.yaml:6:3: deflector.rotationRate',
      '  mine/lidar.yaml:7:3: deflector.rotatonRate',
    ]);
  });

  it('shows contradictions where they are written', async () => {
    const far = MINE.replace('rangeMin: 0.5', 'rangeMin: 500');
    expect(await failure({ scanner: 'scanner: mine/lidar.yaml' }, far)).toBe(
      'mine/lidar.yaml:4:24: detection.rangeMin: found 500, expected less than rangeMax, which is 100 (m)',
    );
    const detector = { scanner: 'scanner: mine/lidar.yaml', detector: 'detector: { rangeMin: 500 }' };
    expect(await failure(detector)).toBe(
      'survey.yaml:5:23: detector.rangeMin: found 500, expected less than rangeMax, which is 100 (m)',
    );
  });

  it('is missed at the line of the survey that names it', async () => {
    expect(await failure({ scanner: 'scanner: { file: none.yaml }' })).toBe(
      'survey.yaml:2:18: scanner.file: found "none.yaml", expected a scanner file (none.yaml: cannot read the file: it does not exist)',
    );
  });

  it('shows faults of a file that two scanners name only once', async () => {
    const scanner = 'scanners: [ { name: a, scanner: mine/lidar.yaml }, { name: b, scanner: mine/lidar.yaml } ]';
    expect(await failure({ scanner }, MINE.replace('905', 'red'))).toMatch(/^mine\/lidar\.yaml:2:13: wavelength/);
  });
});

describe('a pattern that cannot be read', () => {
  it('is a fault at its line in the survey, beside the other faults', async () => {
    const scanner = `scanner:
  name: mine
  wavelength: 905
  detection: { rangeMin: 1, rangeMax: 9, maxReturns: 1, rangeNoise: 0 }
  deflector: { kind: pattern, pulseRate: 10, file: none.csv }`;
    const message = await failure({ scanner, output: 'output: [ cloud.lasx ]' });
    expect(message).toMatch(/^survey\.yaml: 2 faults\n/);
    expect(message).toContain(
      'survey.yaml:6:52: scanner.deflector.file: none.csv: cannot read the file: it does not exist',
    );
    expect(message).toContain('output[0]: found "cloud.lasx"');
  });
});
