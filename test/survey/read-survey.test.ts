import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { loadSurvey, readSurvey } from '../../src/node-surveys.js';
import { readSurvey as readFrom } from '../../src/survey/read-survey.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';
import { makeFolder, surveyText } from './survey-file.js';

const OBJECT = {
  scene: { parts: [{ generate: { kind: 'room' } }] },
  scanner: 'velodyne-vlp-16',
  legs: [{ position: [0, 0, 1.7] }],
};

/** The message that reading `given` ends with. */
async function failure(given: unknown): Promise<string> {
  const error: unknown = await readSurvey(given as SurveyInput).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error('the survey was read');
  return error.format();
}

const failureWith = (sections: object): Promise<string> => failure({ ...OBJECT, ...sections });

describe('readSurvey', () => {
  it('reads a text and an object alike, without outputs', async () => {
    const read = await readSurvey(OBJECT as SurveyInput);
    const fromText = await readSurvey(surveyText({ output: '' }));
    expect(fromText.instruments).toEqual(read.instruments);
    expect(fromText.legs.map(({ place, ...leg }) => leg)).toEqual(read.legs.map(({ place, ...leg }) => leg));
    expect(read.outputs).toEqual([]);
  });

  it('resolves paths in the folder that is asked for', async () => {
    const folder = await makeFolder();
    const { scene } = await readSurvey(surveyText({ scene: 'scene: { parts: [ { file: a.obj } ] }' }), { folder });
    expect(scene).toMatchObject({ parts: [{ source: { path: join(folder, 'a.obj') } }] });
    expect((await readSurvey(surveyText())).scene).toBeDefined();
  });

  it('reads files in a page', async () => {
    const files = createWebFiles({ sources: { 'mine/way.csv': 'time,x,y,z\n0,0,0,1\n9,9,0,1\n' } });
    const legs = 'legs: [ { trajectory: { file: way.csv } } ]';
    const { legs: read } = await readFrom(surveyText({ legs }), { files, folder: 'mine' });
    expect(read[0].path.kind).toBe('recorded');
  });

  it('names line and column of faults in a text, the path of faults in an object', async () => {
    expect(await failure(surveyText({ legs: 'legs: [ { position: [0, 0] } ]' }))).toBe(
      'survey:3:21: legs[0].position: found a list of 2, expected a list of 3 numbers (m)',
    );
    expect(await failureWith({ legs: [{ position: [0, 0] }] })).toBe(
      'survey: legs[0].position: found a list of 2, expected a list of 3 numbers (m)',
    );
    expect(await failure('legs: [')).toMatch(/^survey:1:\d: not well-formed YAML/);
    expect(await failure(' '.repeat(2 ** 20 + 1))).toContain('found a text of 1048577 characters');
  });

  it('names the leg of faults in its pulses', async () => {
    const legs = [{ name: 'north', position: [0, 0, 1], duration: 1e6 }];
    expect(await failureWith({ legs, output: ['a.lasx'] })).toContain(
      'survey: legs[0]: north: has 289351851856 pulses',
    );
  });

  it.each([
    ['nothing', undefined, 'survey: found nothing, expected a map with a survey'],
    ['a number', 5, 'survey: found 5, expected a map with a survey'],
  ])('refuses %s', async (_name, given, message) => {
    expect(await failure(given)).toContain(message);
  });

  it('calls a typed array and a function by their names', async () => {
    const legs = [{ position: new Float32Array(3) }];
    expect(await failureWith({ legs })).toContain('legs[0].position: found a Float32Array of 3 numbers, expected');
    expect(await failureWith({ seed: () => 1 })).toContain('seed: found a function, expected');
  });

  it('refuses a leg without a path, and one with two', async () => {
    expect(await failureWith({ legs: [{}] })).toMatch(
      /^survey: legs\[0\]: found a leg without a path, expected a map with position \(a station\), from, to and speed/,
    );
    expect(await failureWith({ legs: [{ name: 'a', heading: undefined }] })).toContain('a leg without a path');
    const both = { position: [0, 0, 1], path: [[0, 0, 0]], speed: 1 };
    expect(await failureWith({ legs: [OBJECT.legs[0], both] })).toMatch(
      /^survey: legs\[1\]: found position and path, of several kinds of legs, expected a map with position/,
    );
  });

  it('says what a described scanner needs', async () => {
    const deflector = { kind: 'line', pulseRate: 1e4, halfAngle: 12, fibres: 128 };
    const message = await failureWith({ scanner: { deflector } });
    for (const key of ['name', 'wavelength', 'detection']) expect(message).toContain(`scanner.${key}: missing`);
    expect(message).not.toContain('unknown key');
  });
});

describe('loadSurvey', () => {
  it('asks for a path if it gets something else', async () => {
    await expect(loadSurvey(undefined as unknown as string)).rejects.toThrow(
      'found nothing, expected the path of a survey file',
    );
    await expect(loadSurvey(OBJECT as unknown as string)).rejects.toMatchObject({
      hint: 'readSurvey takes an object, or the text of a file',
    });
  });

  it('suggests keys and words for those of other programs', async () => {
    const file = join(await makeFolder(), 'survey.yaml');
    await writeFile(
      file,
      surveyText({ legs: 'legs: [ { position: [0, 0, 1], rotation: 90 } ]', platform: 'platform: plane' }),
    );
    const message = await loadSurvey(file).catch((error: UserError) => error.message);
    expect(message).toContain('legs[0].rotation: unknown key; did you mean "heading" or "pitch" or "roll"?');
    expect(message).toContain(
      'platform: found "plane", expected a platform of the catalogue; did you mean "aircraft"?',
    );
  });
});
