import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { roomSurvey } from './room-survey.js';

async function warningsOf(sections: Record<string, string>): Promise<string[]> {
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (text: string) => void warnings.push(text) };
  await runSurvey(await roomSurvey(sections), { engine: 'cpu', cache: false, threads: 1, log });
  return warnings;
}

describe('legs that see nothing', () => {
  it('are named after a run, with their place, the way they look, and where the scene is', async () => {
    const legs =
      'legs: [ { position: [0, 0, 1.2], duration: 0.02 }, { name: away, position: [0, 40, 1], azimuth: [-40, 40] }, { name: up, position: [0, 0, 9], azimuth: [-40, 40], mount: { pitch: 90 } } ]';
    const warnings = await warningsOf({ legs });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^away \(station at 0\.00, 40\.00, 1\.00\): 0 of [\d,]+ pulses had a return; the scene is 37\.5 m away, towards heading 180°; beams point towards heading (0|360)°, and 0 % of the beams point at its bounds: check position, heading and mount$/,
      ),
      expect.stringMatching(/^up \(station .*straight below it; beams point up, and 0 % /),
    ]);
  });

  it('name the platform that lets lines go round below it, for a drone that scans a level disc', async () => {
    const flight = {
      scanner: 'scanner: riegl-minivux-1uav',
      legs: 'legs: [ { from: [0, -3, 40], to: [0, 3, 40], speed: 8 } ]',
    };
    const [warning] = await warningsOf({ ...flight, platform: 'platform: uav' });
    expect(warning).toMatch(/° down; beams go all round, .* mount; on platform: quadcopter .* upside down$/);
    expect(await warningsOf({ ...flight, platform: 'platform: quadcopter' })).toEqual([]);
  });

  it('are none in a room', async () => {
    const legs = 'legs: [ { position: [0, 0, 1.2], duration: 0.02 } ]';
    expect(await warningsOf({ legs })).toEqual([]);
  });

  it('are drives that begin beside the scene', async () => {
    const legs = 'legs: [ { name: drive, from: [-5, 0, 1], to: [1, 0, 1], speed: 100 } ]';
    expect(await warningsOf({ legs })).toEqual([
      expect.stringMatching(/^drive: begins 2\.0 m beside the scene; 1?\d? ?.*%/),
    ]);
  });

  it('say what is too weak, by how much and on which material, if that is the reason', async () => {
    const legs = 'legs: [ { name: dim, position: [0, 0, 1.2], duration: 0.02 } ]';
    const warnings = await warningsOf({ legs, detector: 'detector: { minEnergy: 9.0e-7, rangeNoise: 0 }' });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^dim \(station .*\): 0 of [\d,]+ pulses had a return; [\d.]+ % met something that is not recorded: the strongest echo of each of \d+ such pulses is on .*: too weak by \d+ to \d+ dB$/,
      ),
      expect.stringMatching(
        /^no pulse had a return: the cloud has no points; [\d.]+ % of the pulses met something, which is too weak or sends nothing back$/,
      ),
    ]);
  });

  it('say so where the survey keeps none of their returns', async () => {
    const legs = 'legs: [ { name: all, position: [0, 0, 1.2], duration: 0.02 } ]';
    const [footprint, detector] = ['footprint: { subrays: 1 }', 'detector: { returns: second, rangeNoise: 0 }'];
    const kept = 'check the returns of the detector, artefacts, capability and restrict';
    expect(await warningsOf({ legs, footprint, detector })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^all \\(station .*\\): 0 of [\\d,]+ pulses had a return; \\d+ % had one that is not kept: ${kept}$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(`^no return is kept: the cloud has no points, although \\d+ % of the pulses had one; ${kept}$`),
      ),
    ]);
  });
});

it('a run tells the pulses of each leg that met something, and those of them without a return', async () => {
  const legs =
    'legs: [ { name: all, position: [0, 0, 1.2], duration: 0.02 }, { name: dim, position: [0, 0, 1.2], duration: 0.02, scanner: { detector: { minEnergy: 9.0e-7 } } } ]';
  const survey = await roomSurvey({ legs, detector: 'detector: { rangeNoise: 0 }' });
  const report = await runSurvey(survey, { engine: 'cpu', cache: false, threads: 1 });
  const [all, dim] = report.legs;
  expect(all).toEqual({ leg: 'all', scanner: 0, pulses: all.pulses, hit: all.hit, lost: 0 });
  expect(all.hit).toBeGreaterThan(1000);
  expect(dim).toEqual({ ...all, leg: 'dim', lost: all.hit });
});
