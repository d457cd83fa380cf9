import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { ARTEFACT_SETTINGS, type ArtefactName, artefactsSchema } from '../../../src/scanner/artefacts/index.js';
import { loadFailure, surveyText, writeSurvey } from '../../survey/survey-file.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const NAMES = Object.keys(ARTEFACT_SETTINGS) as ArtefactName[];
const keysOf = (name: ArtefactName): string[] => Object.keys(ARTEFACT_SETTINGS[name].field.shape);
const guide = (page: string): string => readFileSync(resolve(ROOT, 'docs', page), 'utf8');

const detectionOf = async (detector: string) => {
  const survey = await loadSurvey(await writeSurvey(surveyText({ detector: `detector: ${detector}` })));
  return survey.instruments[0].scanner.detection;
};
const faultOf = (detector: string) => loadFailure(surveyText({ detector: `detector: ${detector}` }));

describe('the table of artefacts', () => {
  it('lists every kind of the folder', () => {
    const others = ['artefact-setting', 'roughness-field', 'index'];
    const files = readdirSync(resolve(ROOT, 'src/scanner/artefacts')).map((file) => file.replace('.ts', ''));
    const dashed = NAMES.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    expect(dashed.sort()).toEqual(files.filter((file) => !others.includes(file)).sort());
  });

  it.each(NAMES)('reads the example of %s, and has every key in the guides', async (name) => {
    const { example } = ARTEFACT_SETTINGS[name];
    expect(artefactsSchema.safeParse({ [name]: example }).success).toBe(true);
    const { artefacts } = await detectionOf(JSON.stringify({ artefacts: { [name]: example } }));
    expect(Object.keys(artefacts ?? {})).toEqual([name]);
    expect(guide('artefacts.md')).toContain(`## ${name}\n`);
    const row = guide('survey.md')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\``));
    for (const key of keysOf(name)) expect(row).toContain(`\`${key}\``);
  });
});

describe('artefacts in a survey', () => {
  it('are in SI units', async () => {
    const { artefacts } = await detectionOf('{ artefacts: { crosstalk: { level: -40, within: 180 } } }');
    expect(artefacts?.crosstalk?.share).toBeCloseTo(1e-4, 12);
    expect(artefacts?.crosstalk?.within).toBe(Math.PI);
  });

  it('are absent by default, like formulas', async () => {
    const detection = await detectionOf('{}');
    for (const key of ['artefacts', 'rangeNoiseFormula']) expect(detection).not.toHaveProperty(key);
  });

  it('say what is wrong, with what is usual', async () => {
    expect(await faultOf('{ artefacts: { outliers: { probability: 2 } } }')).toContain(
      'detector.artefacts.outliers.probability: found 2, expected a number > 0 and <= 1, usually 0.000001 to 0.01',
    );
    expect(await faultOf('{ artefacts: { losses: { roughness: {} } } }')).toContain(
      'expected a map from names of materials to their roughness, 0 to 1',
    );
    expect(await faultOf('{ artefacts: { outlier: {} } }')).toContain('artefacts.outlier: unknown key');
  });
});

describe('noise and returns in a survey', () => {
  it('take an expression for a number, which a number replaces', async () => {
    expect(await detectionOf("{ rangeNoise: '0.001 * range', returns: dual }")).toMatchObject({
      rangeNoise: 0,
      rangeNoiseFormula: '0.001 * range',
      returns: 'dual',
    });
    expect(await detectionOf('{ rangeNoise: 0.02 }')).toMatchObject({ rangeNoise: 0.02 });
  });

  it('name the place of a fault in an expression', async () => {
    expect(await faultOf("{ rangeNoise: '0.01 * rang' }")).toContain(
      'expected a number >= 0 and <= 1000 (m), usually 0.001 to 0.1, or an expression of range, incidence, energy, intensity; character 8: found rang, expected one of the variables',
    );
    expect(await faultOf('{ rangeNoise: -1 }')).toContain('detector.rangeNoise: found -1, expected a number >= 0');
    expect(await faultOf('{ returns: both }')).toContain('expected one of: all, first, last, strongest, second, dual');
  });
});
