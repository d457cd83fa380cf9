import { describe, expect, it } from 'vitest';
import { emptyBox } from '../../src/base/vec3.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { checkReach } from '../../src/survey/reach.js';
import { surveyText, writeSurvey } from './survey-file.js';

const BOX = { min: [0, 0, 0] as [number, number, number], max: [10, 10, 10] as [number, number, number] };
const load = async (legs: string) => loadSurvey(await writeSurvey(surveyText({ legs: `legs: [ ${legs} ]` })));

describe('reach of the scanner (VLP-16: 100 m)', () => {
  it('passes in range', async () => {
    expect(checkReach(await load('{ position: [109.9, 5, 5] }, { position: [5, 5, 5] }'), BOX)).toEqual([]);
  });

  it('warns of a leg out of range', async () => {
    expect(checkReach(await load('{ position: [5, 5, 5] }, { name: far, position: [10, 10, 210] }'), BOX)).toEqual([
      'far: the scene is 200.0 m away, more than the range of 100 m',
    ]);
  });

  it('refuses a survey that can hit nothing', async () => {
    const survey = await load('{ position: [10, 310, 410] }');
    expect(() => checkReach(survey, BOX)).toThrow(
      'no leg comes nearer to the scene than 500.0 m, but the scanner sees 100 m far at most',
    );
    expect(() => checkReach(survey, emptyBox())).toThrow('the scene holds no triangle');
  });

  it('counts a path with its nearest point', async () => {
    const passing = '{ from: [-5000, 100, 5], to: [5000, 100, 5], speed: 10 }';
    expect(checkReach(await load(passing), BOX)).toEqual([]);
    const past = await load('{ from: [-5000, 130, 5], to: [5000, 130, 5], speed: 10 }');
    expect(() => checkReach(past, BOX)).toThrow('nearer to the scene than 120.0 m');
  });

  it('counts a path of many lines with its nearest point, be it between two of its own', async () => {
    const around = (y: number) =>
      `{ path: [[-5000, 900, 5], [-5000, ${y}, 5], [5000, ${y}, 5], [5000, 900, 5]], speed: 10 }`;
    expect(checkReach(await load(around(109)), BOX)).toEqual([]);
    const past = await load(around(135));
    expect(() => checkReach(past, BOX)).toThrow('nearer to the scene than 125.0 m');
    expect(checkReach(await load('{ path: [[-50, 5, 5], [50, 5, 5]], speed: 10 }'), BOX)).toEqual([]);
  });

  it('counts a leg’s own mount', async () => {
    const mounted = '{ position: [115, 5, 5], mount: { position: [0, 6, 0] } }';
    expect(checkReach(await load(mounted), BOX)).toEqual([]);
    const near = await load('{ position: [115, 5, 5], mount: { position: [0, 4, 0] } }');
    expect(() => checkReach(near, BOX)).toThrow('nearer to the scene than 105.0 m');
  });
});
