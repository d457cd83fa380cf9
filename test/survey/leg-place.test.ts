import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { checkWays, describeAim, describePlace } from '../../src/survey/leg-place.js';
import { surveyText, writeSurvey } from './survey-file.js';

const BOX = { min: [-10, -20, 0] as [number, number, number], max: [10, 20, 8] as [number, number, number] };
const legsOf = async (legs: string) =>
  (await loadSurvey(await writeSurvey(surveyText({ legs: `legs: [ ${legs} ]` })))).legs;

describe('the place of a leg', () => {
  it('names stations and the ends of ways', async () => {
    const [station, line, path] = await legsOf(
      '{ position: [1, 2, 0.5] }, { from: [0, 0, 1], to: [5, 0, 1], speed: 1 }, { path: [[0, 0, 1], [5, 5, 1], [9, 5, 1]], speed: 1 }',
    );
    expect(describePlace(station)).toBe('station at 1.00, 2.00, 0.50');
    expect(describePlace(line)).toBe('way from 0.00, 0.00, 1.00 to 5.00, 0.00, 1.00');
    expect(describePlace(path)).toBe('way from 0.00, 0.00, 1.00 to 9.00, 5.00, 1.00');
  });

  it('tells where the scene is', () => {
    expect(describeAim([30, 0, 4], BOX)).toBe('the scene is 20.0 m away, towards heading 270°');
    expect(describeAim([0, 40, 28], BOX)).toBe('the scene is 28.3 m away, towards heading 180°, 45° down');
    expect(describeAim([0, 0, 12], BOX)).toBe('the scene is 4.0 m straight below it');
    expect(describeAim([0, 0, 2], BOX)).toBe('it is within the bounds of the scene');
  });
});

describe('checkWays', () => {
  it('warns of a drive that begins beside the scene, or passes it by', async () => {
    const legs = await legsOf(
      '{ name: drive, from: [0, -40, 2], to: [0, 20, 2], speed: 5 }, { name: through, from: [0, -19, 2], to: [0, 39, 2], speed: 5 }',
    );
    expect(checkWays(legs, BOX)).toEqual([
      'drive: begins 20.0 m beside the scene; 32 % of its way is outside of it (x -10.0 … 10.0, y -20.0 … 20.0 m)',
      'through: 31 % of its way is outside of it (x -10.0 … 10.0, y -20.0 … 20.0 m)',
    ]);
  });

  it('leaves stations, flights and drives within the scene alone', async () => {
    const legs = await legsOf(
      '{ position: [90, 0, 1] }, { from: [0, -60, 60], to: [0, 60, 60], speed: 5 }, { from: [0, -20.5, 2], to: [0, 20, 2], speed: 5 }',
    );
    expect(checkWays(legs, BOX)).toEqual([]);
  });
});
