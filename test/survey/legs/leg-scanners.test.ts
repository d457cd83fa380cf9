import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { firesIn, scannerIn } from '../../../src/scanner/leg-scanner.js';
import { peakRate } from '../../../src/scanner/peak-rate.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const POLYGON = 'scanner: { id: riegl-vux-1uav, pulseRate: 100000, lineRate: 50 }';
const TWO = 'scanners: [ { name: front, scanner: velodyne-vlp-16 }, { name: back, scanner: riegl-vux-1uav } ]';
const at = (settings: string) => `{ position: [0, 0, 1], duration: 1${settings} }`;
const legsOf = (...settings: string[]) => `legs: [ ${settings.map(at).join(', ')} ]`;

const load = async (scanner: string, ...settings: string[]) =>
  loadSurvey(await writeSurvey(surveyText({ scanner, legs: legsOf(...settings) })));

describe('the scanner of a leg', () => {
  it('has what the leg replaces, and else the numbers of the survey', async () => {
    const change =
      ', scanner: { pulseRate: 200000, lineRate: 80, elevationMin: -20, pulse: { energy: 2.0e-6 }, detector: { rangeMax: 50, maxReturns: 2 } }';
    const { instruments } = await load(POLYGON, '', change);
    const [first, second] = [scannerIn(instruments[0], 0), scannerIn(instruments[0], 1)];
    expect(first).toBe(instruments[0].scanner);
    const whole =
      'scanner: { id: riegl-vux-1uav, pulseRate: 200000, lineRate: 80, elevationMin: -20, pulse: { energy: 2.0e-6 } }\ndetector: { rangeMax: 50, maxReturns: 2 }';
    expect(second).toEqual((await load(whole, '')).instruments[0].scanner);
    expect(second).not.toEqual(first);
  });

  it('keeps what the survey itself replaces, of its detector too', async () => {
    const scanner = `${POLYGON}\ndetector: { rangeMax: 70, maxReturns: 3 }`;
    const { instruments } = await load(scanner, ', scanner: { detector: { maxReturns: 1 } }');
    expect(scannerIn(instruments[0], 0)).toMatchObject({
      detection: { rangeMax: 70, maxReturns: 1 },
      deflector: { pulseRateHz: 100_000 },
    });
  });

  it('states its weakest return, and how returns arise, in its own way', async () => {
    const scanner = `${POLYGON}\ndetector: { method: clusters, rangeResolution: 2, minEnergy: 1.0e-15 }`;
    const { instruments } = await load(
      scanner,
      ', scanner: { detector: { minPower: 1.0e-7 } }',
      ', scanner: { detector: { method: peaks } }',
    );
    const [first, second] = [0, 1].map((leg) => scannerIn(instruments[0], leg).detection);
    expect(first).toMatchObject({ method: 'clusters', rangeResolution: 2 });
    expect(first.minEnergy).toBeCloseTo(1e-7 / peakRate(instruments[0].scanner.pulse.duration), 25);
    expect(second).toMatchObject({ method: 'peaks', minEnergy: 1e-15 });
  });

  it('is the same object wherever a leg changes no number', async () => {
    const { instruments } = await load(POLYGON, '', ', scanner: { active: false }', ', scanner: {}');
    expect([0, 1, 2].map((leg) => scannerIn(instruments[0], leg))).toEqual(Array(3).fill(instruments[0].scanner));
    expect([0, 1, 2].map((leg) => firesIn(instruments[0], leg))).toEqual([true, false, true]);
    expect((await load(POLYGON, '', '')).instruments[0].inLegs).toBeUndefined();
  });

  it('may have the name of what every map inherits', async () => {
    const { instruments } = await load(TWO.replace('back', 'constructor'), ', scanners: {}', '');
    expect(instruments[1].inLegs).toBeUndefined();
  });

  it('is set by name among several, or all of them at once', async () => {
    const { instruments } = await load(
      TWO,
      ', scanners: { back: { pulseRate: 100000 } }',
      ', scanner: { detector: { rangeMax: 30 } }',
      ', scanners: { front: { active: false } }',
    );
    const [front, back] = instruments;
    expect(scannerIn(front, 0)).toBe(front.scanner);
    expect(scannerIn(back, 0)).toMatchObject({ deflector: { pulseRateHz: 100_000 } });
    for (const instrument of instruments) expect(scannerIn(instrument, 1).detection.rangeMax).toBe(30);
    expect([firesIn(front, 2), firesIn(back, 2)]).toEqual([false, true]);
  });

  it('described in full is set in the same way', async () => {
    const own = `scanner:
  name: mine
  wavelength: 905
  detection: { rangeMin: 1, rangeMax: 100, maxReturns: 1, rangeNoise: 0 }
  deflector: { kind: oscillating, pulseRate: 1000, scanRate: 10, halfAngle: 20 }
  head: { rate: 10 }`;
    const { instruments } = await load(own, ', scanner: { halfAngle: 10, head: { rate: 20 } }');
    const set = scannerIn(instruments[0], 0);
    expect(set.deflector).toMatchObject({ halfAngle: expect.closeTo(10 * (Math.PI / 180), 12), scanRateHz: 10 });
    expect(set.head?.rate).toBeCloseTo(20 * (Math.PI / 180), 12);
  });

  it('decides how long a station without duration takes, firing or not', async () => {
    const legs =
      'legs: [ { position: [0, 0, 1], scanner: { rotationRate: 5 } }, { position: [0, 0, 1], scanner: { active: false } }, { position: [0, 0, 1] } ]';
    const survey = await loadSurvey(await writeSurvey(surveyText({ legs })));
    const [first, second, third] = survey.legs.map(({ startTime }) => startTime);
    expect(second - first).toBeCloseTo(0.2, 6);
    expect(third - second).toBeCloseTo(0.1, 6);
  });
});

describe('a report of bad settings of a leg', () => {
  it('covers samples in some legs alone', async () => {
    const samples = ', scanner: { receiver: { sampling: { rate: 1 } } }';
    const load = (...settings: string[]) =>
      writeSurvey(surveyText({ scanner: 'scanner: velodyne-vlp-16', legs: legsOf(...settings) })).then(loadSurvey);
    await expect(load('', samples)).rejects.toThrow(
      "legs[1].scanner: missing, expected a receiver that samples in all legs or in none; state it in the survey's scanner",
    );
    expect((await load(samples, samples)).instruments[0].inLegs).toHaveLength(2);
  });

  it.each([
    [
      'an unknown key',
      POLYGON,
      ', scanner: { pulseRat: 1 }',
      'survey.yaml:3:56: legs[0].scanner.pulseRat: unknown key; did you mean "pulseRate"',
    ],
    [
      'another wavelength',
      POLYGON,
      ', scanner: { wavelength: 905 }',
      'legs[0].scanner.wavelength: unknown key; allowed: ',
    ],
    [
      'a key of another kind',
      'scanner: velodyne-vlp-16',
      ', scanner: { pulseRate: 1000 }',
      'survey.yaml:3:67: legs[0].scanner.pulseRate: found 1000, expected no such key: velodyne-vlp-16 is a spinning scanner (',
    ],
    [
      'a rate that the instrument does not offer',
      POLYGON,
      ', scanner: { pulseRate: 120000 }',
      'legs[0].scanner.pulseRate: found 120000, expected one of 50000, 100000',
    ],
    [
      'ranges that contradict each other',
      POLYGON,
      ', scanner: { detector: { rangeMax: 0.5 } }',
      'legs[0].scanner.detector.rangeMax: found 0.5, expected more than rangeMin, which is',
    ],
    [
      'a head that is not its own',
      'scanner: velodyne-vlp-16',
      ', scanner: { head: { rate: 5 } }',
      'legs[0].scanner.head: found a map, expected no such key: rotationRate turns this',
    ],
    [
      'a name that no scanner has',
      TWO,
      ', scanners: { frnt: { active: false } }',
      'legs[0].scanners.frnt: found a map, expected the name of a scanner of the survey: front, back; did you mean "front"',
    ],
    [
      'a key of another kind, by name',
      TWO,
      ', scanners: { front: { lineRate: 5 } }',
      'legs[0].scanners.front.lineRate: found 5, expected no such key: velodyne-vlp-16 is a spinning scanner',
    ],
    [
      'both scanner and scanners',
      TWO,
      ', scanner: { active: false }, scanners: { front: {} }',
      'legs[0].scanners: found a map, expected either scanner, which holds for all, or scanners, not both',
    ],
    [
      'a word for a map',
      TWO,
      ', scanners: off',
      'legs[0].scanners: found "off", expected a map of numbers that this leg replaces, by scanner',
    ],
    [
      'a scanner that never fires',
      TWO,
      ', scanners: { front: { active: false } }',
      'legs: found a list of 1, expected a leg in which front is active',
    ],
  ])('%s', async (_, scanner, settings, message) => {
    expect(await loadFailure(surveyText({ scanner, legs: legsOf(settings) }))).toContain(message);
  });

  it('names a fault of the scanner itself once', async () => {
    const scanner = 'scanner: { id: riegl-vux-1uav, pulseRate: 120000 }';
    const legs = legsOf(', scanner: { elevationMin: -20 }', ', scanner: { elevationMin: -10 }');
    const message = await loadFailure(surveyText({ scanner, legs }));
    expect(message.match(/120000/g)).toHaveLength(1);
  });
});
