import { describe, expect, it } from 'vitest';
import { parseRangeNoise } from '../../../src/scanner/range-noise.js';
import { loadSurvey } from '../../../src/survey/node-load-survey.js';
import { convertTiny, failureOf, type TinySurvey, tinyLeg, writeTinySurvey } from './moving-survey.js';

const LEGS = 200;

const tiny = (survey: string, more = ''): TinySurvey => ({
  survey: `platform="p" ${survey}`,
  platform: `<platform id="p" type="static">${more}</platform>`,
  legs: tinyLeg('x="10" y="20" z="30"').replace('<leg>', '<leg maxDuration_s="1">').repeat(LEGS),
});

async function places(survey: string): Promise<number[][]> {
  const { value } = await convertTiny(tiny(survey));
  return (value.legs as { position: number[] }[]).map(({ position }) => position);
}

describe('legRandomOffset of HELIOS++', () => {
  const asked = 'legRandomOffset="true" legRandomOffsetMean="1" legRandomOffsetStdev="0.5"';

  it('moves every leg by normal numbers that follow from the seed', async () => {
    const moved = await places(`${asked} seed="7"`);
    const offsets = moved.flatMap(([x, y, z]) => [x - 10, y - 20, z - 30]);
    const mean = offsets.reduce((sum, value) => sum + value, 0) / offsets.length;
    const deviation = Math.sqrt(offsets.reduce((sum, value) => sum + (value - mean) ** 2, 0) / offsets.length);
    // Within four standard errors of 600 draws.
    expect(Math.abs(mean - 1)).toBeLessThan((4 * 0.5) / Math.sqrt(600));
    expect(Math.abs(deviation - 0.5)).toBeLessThan((4 * 0.5) / Math.sqrt(1200));
    expect(await places(`${asked} seed="7"`)).toEqual(moved);
    expect(await places(`${asked} seed="8"`)).not.toEqual(moved);
  });

  it('moves none unless it is asked to', async () => {
    expect(new Set((await places('legRandomOffsetStdev="0.5"')).flat())).toEqual(new Set([10, 20, 30]));
  });
});

describe('distanceMeasurementError of HELIOS++', () => {
  const noiseOf = async (expression: string, options = {}): Promise<unknown> => {
    const survey = tiny('');
    const detector = `<detectorSettings accuracy_m="0.02" distanceMeasurementError="${expression}"/>`;
    const { value } = await convertTiny({ ...survey, legs: `${detector}${survey.legs}` }, options);
    return (value.scanner as { detection: { rangeNoise: unknown } }).detection.rangeNoise;
  };

  it('is what the deviation of a range R is multiplied by: accuracy_m · expr(R)', async () => {
    const text = await noiseOf('0.5 + ln(t)/10 + tanh(t)*t^2 - atan2(t, pi)', { physics: 'si' });
    const deviation = parseRangeNoise(String(text));
    for (const range of [1, 20, 300]) {
      const expected = 0.5 + Math.log(range) / 10 + Math.tanh(range) * range ** 2 - Math.atan2(range, Math.PI);
      expect(deviation({ range, incidence: 0, energy: 0, intensity: 0 })).toBeCloseTo(0.02 * expected, 12);
    }
  });

  it('is refused where it is none, at its line', async () => {
    const survey = tiny('');
    const detector = '<detectorSettings distanceMeasurementError="cot(t)"/>';
    const message = await failureOf(
      loadSurvey(await writeTinySurvey({ ...survey, legs: `${detector}${survey.legs}` })),
    );
    expect(message).toContain('found cot, expected one of the variables range');
  });
});

describe('noise of a platform of HELIOS++', () => {
  it('is left out with a warning that names it', async () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    const noise = '<positionXNoise stdev="0.02"/><attitudeZNoise type="UNIFORM" min="-0.003" max="0.003"/>';
    const { quirks } = await convertTiny(tiny('', noise), { log });
    const found = warnings.filter((message) => message.includes('noise of the platform'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('(positionXNoise 0.02 m, attitudeZNoise 0.00173 rad)');
    expect(quirks.map(({ quirk }) => quirk)).toContain(10);
  });

  it('that is none is not named', async () => {
    const { quirks } = await convertTiny(tiny('', '<positionXNoise stdev="0"/>'));
    expect(quirks.map(({ quirk }) => quirk)).not.toContain(10);
  });
});
