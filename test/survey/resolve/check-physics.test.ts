import { expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { waveformFaults } from '../../../src/products/waveforms.js';
import { checkNoise } from '../../../src/survey/check-noise.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const load = async (sections: Record<string, string>) => loadSurvey(await writeSurvey(surveyText(sections)));
const refusal = (sections: Record<string, string>) => loadFailure(surveyText(sections));

const HELIOS = 'physics: { like: helios, energy: lidar }';
const SAMPLING = 'scanner: { id: riegl-vz-400, receiver: { sampling: { rate: 1 } } }';

it('settings of bins are those of the scanner, the survey and the leg, key by key, in seconds', async () => {
  const survey = await load({
    physics: HELIOS,
    detector: 'detector: { bins: { window: 0.5 } }',
    legs: 'legs: [ { position: [0, 0, 1] }, { position: [0, 0, 1], scanner: { detector: { bins: { longest: 90 } } } } ]',
  });
  const { scanner, inLegs } = survey.instruments[0];
  const expected = { size: expect.closeTo(0.25e-9, 15), window: expect.closeTo(0.5e-9, 15), longest: 0 };
  expect(scanner.detection.bins).toEqual(expected);
  expect(inLegs?.[0].scanner.detection.bins).toEqual(expected);
  expect(inLegs?.[1].scanner.detection.bins).toEqual({ ...expected, longest: expect.closeTo(90e-9, 15) });
});

it('lines begin with a pulse by name, in all legs, whose scanners stay the same ones', async () => {
  const legs =
    'legs: [ { position: [0, 0, 1], duration: 1 }, { position: [0, 0, 1], duration: 1, scanner: { lineRate: 12 } } ]';
  const scanner = 'scanner: { id: riegl-vux-1uav, pulseRate: 100000, lineRate: 33 }';
  for (const physics of ['physics: { lines: restarted }', HELIOS]) {
    const [{ scanner: own, inLegs }] = (await load({ physics, legs, scanner })).instruments;
    expect(own.lines).toBe('restarted');
    expect(inLegs?.[0].scanner).toBe(own);
    expect(inLegs?.[1].scanner.lines).toBe('restarted');
  }
  expect((await load({ legs, scanner })).instruments[0].scanner.lines).toBeUndefined();
});

it('several scanners take them from the survey, key by key', async () => {
  const { instruments } = await load({
    physics: HELIOS,
    scanner: 'scanners: [ { scanner: velodyne-vlp-16, detector: { bins: { size: 0.5 } } }, { scanner: riegl-vz-400 } ]',
    detector: 'detector: { bins: { window: 2 } }',
  });
  expect(instruments.map(({ scanner }) => scanner.detection.bins)).toEqual([
    { size: expect.closeTo(0.5e-9, 15), window: expect.closeTo(2e-9, 15), longest: 0 },
    { size: expect.closeTo(0.25e-9, 15), window: expect.closeTo(2e-9, 15), longest: 0 },
  ]);
});

it('bins that do not divide the pulse are refused where they are written', async () => {
  expect(await refusal({ physics: HELIOS, detector: 'detector: { bins: { size: 50 } }' })).toMatch(
    /^survey\.yaml:\d+:\d+: detector\.bins\.size: found 50, expected 0\.01237 to 6\.186 \(ns\): the pulse has 12\.37 ns, and 2 to 1000 bins$/,
  );
  expect(
    await refusal({ physics: HELIOS, scanner: 'scanner: { id: riegl-vz-400, pulse: { duration: 0.1 } }' }),
  ).toMatch(/^survey\.yaml:\d+:\d+: physics: found echoes: bins with detector\.bins\.size 0\.25, expected/);
});

it('bins without the echoes that have them are refused', async () => {
  expect(await refusal({ detector: 'detector: { bins: { size: 0.5 } }' })).toMatch(
    /^survey\.yaml:\d+:\d+: detector\.bins: found .*, expected no bins without physics: \{ echoes: bins \}$/,
  );
});

it('time does not count one way where a receiver samples, unless echoes are bins', async () => {
  expect(await refusal({ scanner: SAMPLING, physics: 'physics: { clock: one-way }' })).toMatch(
    /^survey\.yaml:\d+:\d+: physics: found clock: one-way, expected clock: two-way \(or echoes: bins\)/,
  );
  expect((await load({ scanner: SAMPLING, physics: HELIOS })).physics).toMatchObject({ clock: 'one-way' });
  expect((await load({ physics: 'physics: { clock: one-way }' })).physics).toMatchObject({ echoes: 'receiver' });
});

it('waveforms of bins need no receiver that samples', async () => {
  const waveforms = 'waveforms: w.npz';
  expect(waveformFaults(await load({ waveforms }))).toHaveLength(1);
  expect(waveformFaults(await load({ physics: HELIOS, waveforms }))).toEqual([]);
  const noisy = 'waveforms: { file: w.txt, noise: 2 }';
  expect(waveformFaults(await load({ scanner: SAMPLING, waveforms: noisy }))).toMatchObject([
    { message: expect.stringContaining('waveforms.noise: only bins have it') },
  ]);
  const { waveforms: output } = await load({ physics: HELIOS, waveforms: noisy });
  expect(output?.noise).toBeCloseTo(2e-9, 20);
});

it('nobody is warned of the noise of a receiver that does not sample', async () => {
  const scanner =
    'scanner: { id: riegl-vz-400, receiver: { bandwidth: 200, noise: { range: 100, reflectance: 0.5, probability: 0.9, falseAlarms: 100 } } }';
  expect(checkNoise(await load({ scanner }))).toHaveLength(1);
  expect(checkNoise(await load({ scanner, physics: HELIOS }))).toEqual([]);
});
