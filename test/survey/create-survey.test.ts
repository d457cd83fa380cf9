import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { scannerIn } from '../../src/scanner/leg-scanner.js';
import { legTiming } from '../../src/scanner/leg-timing.js';
import { peakRate } from '../../src/scanner/peak-rate.js';
import { createSurvey } from '../../src/survey/create-survey.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';
import type { Survey } from '../../src/survey/survey.js';
import { testScanner } from '../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';
import { surveyText, writeSurvey } from './survey-file.js';

const scene = sceneOf([meshOf(rectangle([-1, 5, -1], [2, 0, 0], [0, 0, 2]))]);
const scanner = testScanner();
const station: SurveyInput['legs'][number] = { position: [0, 0, 2] };
const straight: SurveyInput['legs'][number] = { from: [0, 0, 0], to: [3, 3, 0], speed: 2 };
const LEVEL = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 };

/** The survey of a station, with these changes. */
const create = (differs: object = {}): Promise<Survey> =>
  createSurvey({ scene, scanner, legs: [station], ...differs }, { files: nodeFiles });

const DEGREE = Math.PI / 180;

describe('createSurvey', () => {
  it('fills in what is left out', async () => {
    const survey = await create({ legs: [station, straight] });
    const [first, second] = survey.legs;
    expect(first).toMatchObject({ name: 'leg 1', pointSourceId: 1, azimuthStart: 0, azimuthEnd: 2 * Math.PI });
    expect(first.path).toMatchObject({ kind: 'station', attitude: { heading: 0, pitch: 0, roll: 0 } });
    expect(second.path).toMatchObject({ kind: 'straight', attitude: { heading: expect.closeTo(Math.PI / 4) } });
    expect(second.startTime).toBeCloseTo(first.startTime + legTiming(scanner, first).duration);
    expect(survey.footprint).toEqual({ pattern: 'rings', subrays: 19, weights: 'gaussian' });
    expect(survey.instruments[0].mount).toEqual(LEVEL);
    expect([survey.seed, survey.intensity, survey.outputs]).toEqual([1, { kind: 'amplitude' }, []]);
    // Standard clear air: 23 km of sight; at 1064 nm that is 3.912/23 · (1064/550)^−1.3 = 0.0721 1/km.
    expect(survey.instruments[0].extinction).toBeCloseTo(7.21e-5, 6);
  });

  it('takes the keys and units of a file', async () => {
    const mount = { position: [0, 1, 0], pitch: 9 };
    const leg = { ...straight, name: 'east', pointSourceId: 9, startTime: 5, azimuth: [-60, 60], mount: { roll: 6 } };
    const footprint = { pattern: 'disc', subrays: 5 };
    const survey = await create({ legs: [leg], mount, seed: 3, footprint, atmosphere: { extinctionPerKm: 1 } });
    const [resolved] = survey.legs;
    expect(resolved).toMatchObject({ name: 'east', pointSourceId: 9, startTime: 5 });
    expect([resolved.azimuthStart, resolved.azimuthEnd]).toEqual([-60 * DEGREE, 60 * DEGREE]);
    expect(resolved.mount).toEqual({ ...LEVEL, roll: 6 * DEGREE });
    expect(survey.instruments[0]).toMatchObject({
      mount: { ...LEVEL, position: [0, 1, 0], pitch: 9 * DEGREE },
      extinction: 1e-3,
    });
    expect(survey.footprint).toEqual({ pattern: 'disc', subrays: 5, weights: 'gaussian' });
    expect(survey.seed).toBe(3);
  });

  it('makes the survey of a file that says the same', async () => {
    const file = await writeSurvey(surveyText({ seed: 'seed: 5', colors: 'colors: { sun: { elevation: 30 } }' }));
    const given: SurveyInput = {
      scene: { parts: [{ generate: { kind: 'room' } }] },
      scanner: 'velodyne-vlp-16',
      legs: [{ position: [0, 0, 1.7] }],
      output: ['cloud.las'],
      seed: 5,
      colors: { sun: { elevation: 30 } },
    };
    const comparable = (survey: Survey) =>
      JSON.stringify({ ...survey, file: '' }, (key, value) => (key === 'place' ? undefined : value));
    const created = await createSurvey({ name: 'survey', ...given }, { files: nodeFiles });
    expect(comparable(created)).toBe(comparable(await loadSurvey(file)));
  });

  it('keeps a scene that is there', async () => {
    expect((await create()).scene).toBe(scene);
  });

  it('takes a scanner by its id, by its description, and as it was read', async () => {
    const description = {
      name: 'a line',
      wavelength: 905,
      detection: { rangeMin: 1, rangeMax: 100, maxReturns: 2, rangeNoise: 0 },
      deflector: { kind: 'line', pulseRate: 1e4, halfAngle: 12, fibres: 128 },
    };
    const scanners = [{ scanner: 'velodyne-vlp-16' }, { scanner: description }, { scanner }];
    const { instruments } = await create({ scanner: undefined, scanners, legs: [straight] });
    expect(instruments.map(({ name }) => name)).toEqual(['velodyne-vlp-16', 'inline', 'test']);
    expect(instruments[1].scanner.wavelengthNm).toBe(905);
    expect(instruments[2].scanner).toBe(scanner);
  });

  it('replaces numbers of a scanner that was read by those of the detector', async () => {
    const channels = [{ ...scanner.channels[0], rangeMin: 2, rangeMax: 80 }];
    const detector = { rangeMax: 50, maxReturns: 2 };
    const [{ scanner: replaced }] = (await create({ scanner: { ...scanner, channels }, detector })).instruments;
    expect(replaced.detection).toEqual({ ...scanner.detection, ...detector });
    expect(replaced.channels[0]).toMatchObject({ rangeMin: 2, rangeMax: 50 });
    const power = (await create({ scanner, detector: { minPower: 1e-7 } })).instruments[0].scanner.detection;
    expect(power.minEnergy).toBeCloseTo(1e-7 / peakRate(scanner.pulse.duration), 22);
    await expect(create({ scanner, detector: { rangeResolution: 2 } })).rejects.toThrow(
      'detector.rangeResolution: found 2, expected no rangeResolution without method: clusters',
    );
    await expect(create({ detector: { rangeMin: 1e5 } })).rejects.toThrow(
      'detector.rangeMin: found 100000, expected less than rangeMax',
    );
  });

  it('takes noise of angles in degrees, in the survey and in a leg, of a scanner that was read and of one by its id', async () => {
    const detector = { rangeNoisePerMetre: 1e-5, axisAngleNoise: 0.1, rayAngleNoise: 0.05 };
    const legs = [{ ...straight, scanner: { detector: { rayAngleNoise: 0.2 } } }];
    for (const given of [scanner, 'velodyne-vlp-16']) {
      const [instrument] = (await create({ scanner: given, detector, legs })).instruments;
      const expected = { rangeNoisePerMetre: 1e-5, axisAngleNoise: 0.1 * DEGREE, rayAngleNoise: 0.05 * DEGREE };
      expect(instrument.scanner.detection).toMatchObject(expected);
      expect(scannerIn(instrument, 0).detection).toMatchObject({ ...expected, rayAngleNoise: 0.2 * DEGREE });
    }
  });

  it('refuses a scanner of before, whose divergence is one number', async () => {
    const old = { ...scanner, divergence: 3e-4 } as unknown as typeof scanner;
    await expect(create({ scanner: old })).rejects.toThrow(
      'scanner.divergence must be { horizontal, vertical }, 1/e² half angles in radians, found 0.0003',
    );
  });

  it('takes every scale of intensity', async () => {
    const kindOf = async (intensity: SurveyInput['intensity']) => (await create({ intensity })).intensity;
    expect(await kindOf({ scale: 'reflectance' })).toEqual({ kind: 'reflectance' });
    expect(await kindOf({ scale: 'linear', full: 1e-9 })).toEqual({ kind: 'linear', full: 1e-9 });
    expect(await kindOf({ scale: 'hable', exposure: 4 })).toEqual({
      kind: 'hable',
      exposure: 4,
      gamma: 2.2,
      white: 11.2,
    });
    await expect(kindOf({ scale: 'hable', gamma: 0 })).rejects.toThrow('intensity.gamma: found 0');
  });

  it('takes colours, with angles in degrees', async () => {
    const resolved = async (colors: SurveyInput['colors']) => (await create({ colors })).colors;
    expect(await resolved(undefined)).toBeUndefined();
    expect(await resolved('base')).toEqual({ kind: 'base' });
    expect(await resolved({ sun: { azimuth: 0, elevation: 30 }, exposure: 2 })).toMatchObject({
      kind: 'shaded',
      shadows: true,
      daylight: { toSun: [0, expect.closeTo(Math.sqrt(0.75)), expect.closeTo(0.5)], exposure: 2 },
    });
    await expect(resolved({ sun: { elevation: 100 } })).rejects.toThrow('colors.sun.elevation: found 100');
    await expect(resolved('grey' as never)).rejects.toThrow('colors: found "grey", expected base, shaded, or a map');
  });

  it('takes radiometry, errors of the pose, restrictions and coordinates', async () => {
    const { radiometry } = await create();
    expect(radiometry).toEqual({ interpolation: 'hermite', strict: false, scattering: 'brdf' });
    const survey = await create({
      radiometry: { interpolation: 'linear' },
      poseError: { boresight: { roll: 1 } },
      restrict: [{ azimuth: [0, 90] }],
      coordinates: 'sensor',
    });
    expect(survey.radiometry).toEqual({ ...radiometry, interpolation: 'linear' });
    expect(survey.poseError).toMatchObject({ boresight: { roll: DEGREE } });
    expect(survey.restrictions).toMatchObject([{ azimuth: { from: 0, to: 90 * DEGREE } }]);
    expect(survey.coordinates).toBe('sensor');
    await expect(create({ radiometry: { scattering: 'phong' } })).rejects.toThrow(
      'radiometry.scattering: found "phong"',
    );
  });

  it('takes recorded paths, warm-up, mounts of legs and backwards sectors', async () => {
    const trajectory = {
      times: Float64Array.of(0, 2),
      positions: Float64Array.of(0, 0, 0, 1, 0, 0),
      orientations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1),
    };
    const recorded = { trajectory, warmup: 3, mount: { pitch: 45 } };
    const backwards = { ...station, azimuth: [60, -60] };
    const { legs } = await create({ legs: [recorded, backwards] });
    expect(legs[0]).toMatchObject({ warmup: 3, mount: { ...LEVEL, pitch: 45 * DEGREE } });
    expect(legs[0].path).toEqual({ kind: 'recorded', trajectory });
    expect(legs[1]).toMatchObject({ azimuthStart: 60 * DEGREE, azimuthEnd: -60 * DEGREE });
    expect(legs[1].startTime).toBe(legs[0].startTime + 2);
    expect(legs[1].mount).toBeUndefined();
  });

  it.each<[string, object]>([
    ['spinning', { rotationRateHz: 10, firingPeriod: 1e-4 }],
    ['line', { pulseRateHz: 1e4, halfAngle: 0.2, fibres: 128 }],
    ['parallel', { pulseRateHz: 1e4, scanRateHz: 50, fieldOfView: 0.6 }],
    ['zigzag', { pulseRateHz: 1e4, scanRateHz: 50, fieldOfView: 0.6 }],
    ['oscillating', { pulseRateHz: 1e4, scanRateHz: 50, halfAngle: 0.3, motion: 'linear', turningPulses: 4 }],
    ['conic', { pulseRateHz: 1e4, rotationRateHz: 30, halfAngleAcross: 0.3, halfAngleAlong: 0.3 }],
    ['palmer', { pulseRateHz: 1e4, rotationRateHz: 30, mirrorTilt: 0.1, incidence: 0.7 }],
    ['risley', { pulseRateHz: 1e4, airIndex: 1, prisms: [{ angle: 0.3, refractiveIndex: 1.5, rotationRateHz: 120 }] }],
    [
      'mems',
      {
        pulseRateHz: 1e4,
        horizontal: { amplitude: 0.3, rateHz: 500, phase: 0, waveform: 'sine' },
        vertical: { amplitude: 0.2, rateHz: 10, phase: 0, waveform: 'triangle' },
      },
    ],
    ['pattern', { pulseRateHz: 1e4, directions: Float64Array.of(0, 1, 0) }],
  ])('takes a deflector of the kind %s, and refuses one whose rate is no number or 0', async (kind, numbers) => {
    const withRate = (rates: object) =>
      create({ scanner: testScanner({ deflector: { kind, ...numbers, ...rates } as never }), legs: [straight] });
    expect((await withRate({})).instruments[0].scanner.deflector.kind).toBe(kind);
    const rate = kind === 'spinning' ? 'rotationRateHz' : 'pulseRateHz';
    await expect(withRate({ [rate]: 0 })).rejects.toThrow(`scanner.deflector.${rate} must be a number > 0`);
    await expect(withRate({ [rate]: Number.NaN })).rejects.toThrow(`scanner.deflector.${rate} must be a finite number`);
  });

  it.each<[string, object, string]>([
    ['a kind that there is not', { deflector: { kind: 'mirror' } }, 'scanner.deflector.kind must be one of spinning,'],
    ['no lasers', { channels: [] }, 'scanner.channels must be a list of 1 to 1024'],
    ['too many lasers', { channels: new Array(1025).fill({}) }, 'scanner.channels must be a list of 1 to 1024'],
    [
      'four prisms',
      { deflector: { kind: 'risley', pulseRateHz: 1, airIndex: 1, prisms: [1, 2, 3, 4] } },
      'scanner.deflector.prisms must be 1 to 3',
    ],
    [
      'half a direction',
      { deflector: { kind: 'pattern', pulseRateHz: 1, directions: Float64Array.of(0, 1) } },
      'scanner.deflector.directions must be a Float64Array',
    ],
    [
      'a list of directions that is no Float64Array',
      { deflector: { kind: 'pattern', pulseRateHz: 1, directions: [0, 1, 0] } },
      'scanner.deflector.directions must be a Float64Array',
    ],
    [
      'an infinite divergence',
      { divergence: { horizontal: Infinity, vertical: 1e-3 } },
      'scanner.divergence.horizontal must be a finite number',
    ],
  ])('refuses a scanner with %s', async (_, wrong, message) => {
    await expect(create({ scanner: { ...scanner, ...wrong } })).rejects.toThrow(message);
  });

  it.each<[string, object, string]>([
    [
      'times that fall',
      { times: Float64Array.of(0, 2, 1) },
      'legs[0].trajectory.times: found a Float64Array of 3 numbers, expected times',
    ],
    ['times that do not begin at 0', { times: Float64Array.of(1, 2, 3) }, 'expected times that rise from 0'],
    ['one pose', { times: Float64Array.of(0) }, 'at least two (s)'],
    ['too few positions', { positions: new Float64Array(6) }, 'three finite numbers a pose'],
    [
      'a position that is no number',
      { positions: new Float64Array(9).fill(Number.NaN) },
      'three finite numbers a pose',
    ],
    ['quaternions that are none', { orientations: new Float64Array(12) }, 'a unit quaternion a pose'],
    ['a list instead of an array', { times: [0, 1, 2] }, 'a Float64Array: seconds'],
  ])('refuses a trajectory with %s', async (_, wrong, message) => {
    const trajectory = {
      times: Float64Array.of(0, 1, 2),
      positions: new Float64Array(9),
      orientations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      ...wrong,
    };
    await expect(create({ legs: [{ trajectory }] })).rejects.toThrow(message);
  });

  it('wants the duration of a station of a scanner that does not turn', async () => {
    const still = testScanner({ deflector: { kind: 'line', pulseRateHz: 1e4, halfAngle: 0.2, fibres: 16 } });
    await expect(create({ scanner: still })).rejects.toThrow('legs[0].duration: missing');
    expect((await create({ scanner: still, legs: [{ ...station, duration: 1 }] })).legs).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['no legs', { legs: [] }, 'legs: found an empty list'],
    ['a leg of no kind', { legs: [{}] }, 'legs[0]: found a leg without a path, expected a map with position'],
    ['no number', { legs: [{ position: [0, Number.NaN, 0] }] }, 'legs[0].position[1]: found NaN'],
    [
      'a speed below 0',
      { legs: [{ ...straight, speed: -1 }] },
      'legs[0].speed: found -1, expected a number >= 0.000001',
    ],
    ['an empty sector', { legs: [{ ...station, azimuth: [0, 0] }] }, 'legs[0].azimuth[1]: found 0'],
    ['more than 100 turns', { legs: [{ ...station, azimuth: [-172, 36_100] }] }, 'at most 100 turns'],
    ['a path to nowhere', { legs: [{ ...straight, to: [0, 0, 0] }] }, 'a point other than from'],
    ['half a ring', { footprint: { subrays: 20 } }, 'footprint.subrays: found 20'],
    ['too many subrays', { footprint: { pattern: 'disc', subrays: 1e9 } }, '<= 4096'],
    ['a seed of 1.5', { seed: 1.5 }, 'seed: found 1.5'],
    ['no scanner', { scanner: undefined }, 'scanner: missing, expected the id of a scanner'],
    ['a scanner that is none', { scanner: 7 }, 'scanner: found 7, expected the id of a scanner'],
    ['too many returns', { scanner: testScanner({ detection: { maxReturns: 1e6 } }) }, 'from 1 to 15'],
    ['no scene', { scene: undefined }, 'scene: missing, expected a scene from createScene or loadScene, or a map'],
    ['a scene without parts', { scene: {} }, 'scene.parts: missing'],
    ['an unknown key', { sead: 1 }, 'sead: unknown key; did you mean "seed"?'],
  ])('refuses %s', async (_, wrong, message) => {
    await expect(create(wrong)).rejects.toThrow(message);
  });

  it('refuses scanners of a list by their place in it', async () => {
    const scanners = [{ scanner }, { scanner: { ...scanner, channels: [] } }];
    await expect(create({ scanner: undefined, scanners })).rejects.toThrow(
      'scanners[1].scanner.channels must be a list',
    );
  });

  it('names a fault of a number once, whatever it breaks', async () => {
    for (const seed of [1e300, -1e300, -1.5, Number.NaN, 'one']) {
      const found = { name: 'ground', generate: { kind: 'terrain', seed } };
      const made = createSurvey({ scene: { parts: [found] }, scanner, legs: [station], seed } as never, {
        files: nodeFiles,
      });
      const error = await made.catch((fault) => fault);
      const lines: string[] = error
        .format()
        .split('\n')
        .filter((line: string) => line.includes('seed: found'));
      expect([seed, lines.length]).toEqual([seed, 2]);
    }
  });

  it('calls the survey in messages as it is told to', async () => {
    const made = createSurvey({ scene, scanner, legs: [station], seed: -1 }, { files: nodeFiles, name: 'scan' });
    const error = await made.catch((error) => error);
    expect(error).toBeInstanceOf(UserError);
    expect(error.format()).toMatch(/^scan: seed: found -1, expected a whole number/);
  });
});
