import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { SILENT_LOG } from '../../src/base/log.js';
import type { CloudFormatName } from '../../src/io/clouds/cloud-formats.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { PRODUCT_KEYS } from '../../src/products/index.js';
import { labelsPaths } from '../../src/products/labels.js';
import { pipedCloud } from '../../src/survey/piped-cloud.js';
import { PRODUCT_SAMPLES, SAMPLING } from '../products/product-samples.js';
import { surveyText, writeSurvey } from './survey-file.js';

/** The cloud of a survey with these sections, and its messages. */
async function piped(sections: Record<string, string>, format?: CloudFormatName) {
  const survey = await loadSurvey(await writeSurvey(surveyText(sections)));
  const said: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void said.push(text) };
  return { cloud: pipedCloud(survey, { format, log }), said, survey };
}

/** The complaint about a survey, with the section that it points to. */
const refused = async (sections: Record<string, string>, format?: CloudFormatName): Promise<string> => {
  try {
    await piped(sections, format);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'nothing';
};

describe('the cloud of a survey for standard output', () => {
  it('keeps its format and options', async () => {
    const { cloud, said } = await piped({ output: 'output: [ { file: a.laz, scale: 0.01, byLaser: true } ]' });
    expect(cloud).toMatchObject({ path: '-', format: 'laz', scale: 0.01, byLaser: true });
    expect(said).toEqual([]);
  });

  it('takes another format, and says what that has not', async () => {
    const { cloud, said } = await piped(
      { output: 'output: [ { file: a.laz, scale: 0.01, byLaser: true, fields: minimal } ]' },
      'csv',
    );
    expect(cloud).toMatchObject({ path: '-', format: 'csv', fields: 'minimal' });
    expect(said).toEqual(['standard output: csv has no scale or byLaser; left out']);
  });

  it('has no names of labels beside it', async () => {
    const { cloud, survey } = await piped({ output: 'output: [ a.laz ]' });
    expect(labelsPaths(survey)).toHaveLength(1);
    expect(labelsPaths({ ...survey, outputs: [cloud] })).toEqual([]);
  });

  it.each(PRODUCT_KEYS.filter((key) => key !== 'output'))('refuses %s beside it', async (key) => {
    const output = `output: [ a.laz ]\n${key}: ${JSON.stringify(PRODUCT_SAMPLES[key])}`;
    expect(await refused({ scanner: `scanner: ${JSON.stringify(SAMPLING)}`, output })).toContain(`also has ${key}`);
  });

  it.each([
    [{ output: 'output: [ a.laz, b.csv ]' }, 'and the survey has 2'],
    [{ output: 'output: [ { file: "%s.laz", by: leg } ]' }, 'it is a file for each leg'],
    [{ output: 'output: [ { file: "%c.laz", by: channel } ]' }, 'it is a file for each channel'],
  ])('refuses several files: %j', async (sections, message) => {
    expect(await refused(sections)).toContain(message);
  });

  it('refuses waveforms beside the cloud', async () => {
    const { survey } = await piped({ output: 'output: [ a.laz ]' });
    const outputs = [{ ...survey.outputs[0], waveforms: 'external' as const }];
    expect(() => pipedCloud({ ...survey, outputs }, { log: SILENT_LOG })).toThrow('its waveforms are a file beside it');
  });

  it('refuses options that do not go with the format', async () => {
    expect(await refused({ output: 'output: [ { file: a.las, pointFormat: 1 } ]' }, 'laz')).toBe(
      'the cloud cannot go to standard output: pointFormat: found 1, expected 6, 7 or 8 in a compressed file',
    );
  });
});
