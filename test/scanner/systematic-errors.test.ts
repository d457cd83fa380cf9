import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { largestErrors, systematicErrorsAt, systematicErrorsFault } from '../../src/scanner/systematic-errors.js';
import { loadFailure, surveyText, writeSurvey } from '../survey/survey-file.js';

const DEGREE = Math.PI / 180;

describe('systematic errors of an instrument', () => {
  it('are expressions of the angle, in metres and degrees', () => {
    const at = systematicErrorsAt({ range: 'angle / 10', deflection: 'cos(angle)', head: '2' });
    expect(at(0.5)).toEqual({ range: 0.05, deflection: Math.cos(0.5) * DEGREE, head: 2 * DEGREE });
    expect(systematicErrorsAt({})(1)).toEqual({ range: 0, deflection: 0, head: 0 });
  });

  it('keep away from multiples of 180 degrees for the head', () => {
    const at = systematicErrorsAt({ head: '0.01 / sin(angle)', headAway: DEGREE });
    const least = (0.01 / Math.sin(DEGREE)) * DEGREE;
    for (const [angle, sign] of [
      [0, 1],
      [0.001, 1],
      [-0.001, -1],
      [Math.PI - 0.001, 1],
      [-Math.PI + 0.001, -1],
    ])
      expect(at(angle).head).toBeCloseTo(sign * least, 12);
    expect(at(1).head).toBeCloseTo((0.01 / Math.sin(1)) * DEGREE, 12);
  });

  it('are bounded: 100 m, 10 degrees', () => {
    const errors = { range: '1e9 * angle', deflection: 'tan(angle)', head: '-1 / sin(angle)' };
    expect(largestErrors(errors)).toEqual({ range: 100, deflection: 10 * DEGREE, head: 10 * DEGREE });
  });

  it('must be numbers at every angle', () => {
    expect(systematicErrorsFault({ range: '1', head: 'sqrt(angle)' })).toBe(
      'head: it is not a number at the angle -3.142 rad',
    );
    expect(systematicErrorsFault({ range: 'sqrt(abs(angle))' })).toBeUndefined();
    expect(systematicErrorsFault({ deflection: 'range' })).toContain(
      'found range, expected one of the variables angle',
    );
  });
});

describe('detector.systematicErrors', () => {
  const errorsIn = async (text: string) => {
    const survey = await loadSurvey(
      await writeSurvey(surveyText({ detector: `detector: { systematicErrors: ${text} }` })),
    );
    return survey.instruments[0].scanner.detection.systematicErrors;
  };

  it('are numbers or expressions', async () => {
    expect(await errorsIn('{ range: 0.002, head: "0.01 / sin(angle)", headAway: 2 }')).toEqual({
      range: '0.002',
      head: '0.01 / sin(angle)',
      headAway: 2 * DEGREE,
    });
  });

  it('may have no value for a head at the angles that it keeps away from', async () => {
    const errors = await errorsIn('{ head: "angle / sin(angle)", headAway: 1 }');
    expect(systematicErrorsFault(errors!)).toBeUndefined();
    expect(largestErrors(errors!).head).toBeLessThan(10 * DEGREE + 1e-12);
  });

  it.each([
    ['{ range: 101 }', 'detector.systematicErrors.range: found 101, expected a number >= -100 and <= 100 (m)'],
    ['{ deflection: "sqrt(angle)" }', 'it is not a number at the angle -3.142 rad'],
    ['{ head: "1 +" }', 'character 4: found the end'],
    ['{ head: "angle / sin(angle)" }', 'it is not a number at the angle 0 rad; headAway (deg) keeps away from 0'],
    ['{ azimuth: 1 }', 'detector.systematicErrors.azimuth: unknown key'],
  ])('%s is refused', async (text, message) => {
    expect(await loadFailure(surveyText({ detector: `detector: { systematicErrors: ${text} }` }))).toContain(message);
  });
});
