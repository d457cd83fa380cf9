import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { parseRangeNoise } from '../../../src/scanner/range-noise.js';
import { faultOf } from '../../scene/scene-files.js';
import {
  convertHelios,
  type HeliosSurvey,
  leg,
  refusal,
  usual,
  writeHeliosSurvey,
} from '../../support/helios-survey.js';

const LEGS = 200;

const tiny = (noise = '', rest: HeliosSurvey = {}): HeliosSurvey => ({
  templates: usual('pulseFreq_hz="100" scanFreq_hz="10"'),
  platform: `<platform id="p" type="static">${noise}</platform>`,
  legs: leg('x="10" y="20" z="30"', '', 'maxDuration_s="1"').repeat(LEGS),
  ...rest,
});

async function places(attributes: string, seed?: number): Promise<number[][]> {
  const { value } = await convertHelios(tiny('', { attributes }), { seed });
  return value.legs.map(({ position }: { position: number[] }) => position);
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

  it("follows from the seed that is asked for, else the survey's, else the usual one of surveys", async () => {
    const { value } = await convertHelios(tiny('', { attributes: `${asked} seed="7"` }), { seed: 8 });
    expect(value.seed).toBe(8);
    expect(await places(`${asked} seed="7"`, 8)).toEqual(await places(`${asked} seed="8"`));
    expect(await places(asked)).toEqual(await places(`${asked} seed="1"`));
  });

  it('moves none unless it is asked to', async () => {
    expect(new Set((await places('legRandomOffsetStdev="0.5"')).flat())).toEqual(new Set([10, 20, 30]));
  });
});

describe('seed of a survey of HELIOS++', () => {
  const seedOf = async (seed: string) => (await convertHelios(tiny('', { attributes: `seed="${seed}"` }))).value.seed;

  it.each([
    ['43', 43],
    ['43.0', 43],
    ['AUTO', undefined],
    ['2022-01-01 00:00:00', 1_640_995_200],
  ])('%s is %s', async (text, seed) => {
    expect(await seedOf(text)).toBe(seed);
  });

  it('is cut off to a whole number, with a warning', async () => {
    const { value, warnings } = await convertHelios(tiny('', { attributes: 'seed="7.5"' }));
    expect(value.seed).toBe(7);
    expect(warnings).toEqual(['survey.xml:2: seed of <survey>: "7.5" is taken for 7']);
  });

  it.each(['seven', '', '-1', '1e300', '2022-13-01 00:00:00', '1960-01-01 00:00:00'])('is not %j', async (seed) => {
    expect(await refusal(tiny('', { attributes: `seed="${seed}"` }))).toContain(
      `seed of <survey>: found "${seed}", expected a number from 0 to 9007199254740991, a date since 1970 as YYYY-MM-DD`,
    );
  });
});

describe('distanceMeasurementError of HELIOS++', () => {
  const noiseOf = async (expression: string, options = {}): Promise<unknown> => {
    const settings = `<detectorSettings accuracy_m="0.02" distanceMeasurementError="${expression}"/>`;
    return (await convertHelios(tiny('', { settings }), options)).value.scanner.detection.rangeNoise;
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
    const settings = '<detectorSettings distanceMeasurementError="cot(t)"/>';
    const { file } = writeHeliosSurvey(tiny('', { settings }));
    expect(await faultOf(loadSurvey(file))).toContain('found cot, expected one of the variables range');
  });
});

describe('noise of a platform of HELIOS++', () => {
  it('has its lower bounds first', async () => {
    const reversed =
      '<positionXNoise type="UNIFORM" min="2" max="-2"/><positionYNoise clipEnabled="true" clipMin="3" clipMax="1"/>';
    const found = await refusal(tiny(reversed));
    expect(found).toContain('min, max of <positionXNoise>: found 2 and -2, expected the lower bound first');
    expect(found).toContain('clipMin, clipMax of <positionYNoise>: found 3 and 1, expected the lower bound first');
  });

  const DEGREES = 180 / Math.PI;

  it('is jitter: metres along the axes of the world, degrees about those of the beam', async () => {
    const noise =
      '<positionXNoise stdev="0.02"/><positionZNoise mean="1" stdev="0.5" clipEnabled="true" clipMin="0.5" clipMax="2" fixedLifespan="7"/>' +
      '<attitudeYNoise type="UNIFORM" min="-0.003" max="0.003" fixedLifespan="0"/>';
    const { value, quirks } = await convertHelios(tiny(noise));
    expect(value.jitter).toEqual({
      position: { x: { sigma: 0.02 }, z: { mean: 1, sigma: 0.5, clip: [0.5, 2], hold: 7 } },
      attitude: {
        y: { between: [expect.closeTo(-0.003 * DEGREES, 9), expect.closeTo(0.003 * DEGREES, 9)], hold: 'survey' },
      },
    });
    expect(quirks.find(({ quirk }) => quirk === 10)?.message).toContain(
      '(positionXNoise 0.02 m, positionZNoise 0.5 m, attitudeYNoise 0.00173 rad)',
    );
  });

  it('is normal with deviation 1, and uniform from 0 to 1 of which all is kept, where nothing else is said', async () => {
    const noise = '<positionXNoise/><positionYNoise type="uniform" clipEnabled="1"/>';
    const { value } = await convertHelios(tiny(noise));
    expect(value.jitter).toEqual({ position: { x: { sigma: 1 }, y: { between: [0, 1], clip: [0, 1] } } });
  });

  it('is not clipped if it is one number for the whole run', async () => {
    const noise = '<positionXNoise clipEnabled="true" clipMin="0" clipMax="0.1" fixedLifespan="0"/>';
    const { value } = await convertHelios(tiny(noise));
    expect(value.jitter).toEqual({ position: { x: { sigma: 1, hold: 'survey' } } });
  });

  it('is overruled by that of the survey, element by element', async () => {
    const noise = '<positionXNoise stdev="0.02"/><positionYNoise stdev="0.03"/>';
    const { value } = await convertHelios(tiny(noise, { settings: '<positionXNoise stdev="0.5"/>' }));
    expect(value.jitter).toEqual({ position: { x: { sigma: 0.5 }, y: { sigma: 0.03 } } });
  });

  it('is left out where it is disabled', async () => {
    const { value, quirks } = await convertHelios(tiny('<positionXNoise stdev="0.02"/>'), {
      without: { platformNoise: true },
    });
    expect(value.jitter).toBeUndefined();
    expect(quirks.map(({ quirk }) => quirk)).not.toContain(10);
  });

  it('is not named if there is none', async () => {
    const { quirks } = await convertHelios(tiny('<positionXNoise stdev="0"/>'));
    expect(quirks.map(({ quirk }) => quirk)).not.toContain(10);
  });
});
