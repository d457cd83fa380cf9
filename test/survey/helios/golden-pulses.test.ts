import { describe, expect, it } from 'vitest';
import { listPulses } from '../../../src/engine/cpu/node-list-pulses.js';
import { readSurvey } from '../../../src/node-surveys.js';
import { createPulseProgram } from '../../../src/pack/pulse-program.js';
import { scannerIn } from '../../../src/scanner/leg-scanner.js';
import { convertHelios, leg, usual } from '../../support/helios-survey.js';

// Directions of pulses that HELIOS++ emits, worked out by hand from its rules: mounts, emitters and deflectors of XML
// files.

interface Device {
  /** Rotations of the mount. */
  mount?: string;
  /** Attributes of the scanner. */
  scanner: string;
  /** Rotations of its emitter. */
  emitter?: string;
  /** Attributes of the leg's settings. */
  settings: string;
}

const turnsOf = (text = '') =>
  text
    .split(' ')
    .filter(Boolean)
    .map((turn) => `<rot axis="${turn[0]}" angle_deg="${turn.slice(1)}"/>`)
    .join('');

/** Directions of the pulses with these numbers, from 1, of a device that stands at the origin. */
async function directionsOf({ mount, scanner, emitter, settings }: Device, numbers: readonly number[]) {
  const common =
    'id="s" beamDivergence_rad="0.0003" pulseLength_ns="4" rangeMin_m="1" pulseFreqs_Hz="33000,100000,200000"';
  const { value, folder } = await convertHelios({
    platform: `<platform id="p" type="static"><scannerMount>${turnsOf(mount)}</scannerMount></platform>`,
    scanner: `<scanner ${common} ${scanner}><beamOrigin>${turnsOf(emitter)}</beamOrigin></scanner>`,
    templates: usual(`maxDuration_s="0.1" ${settings}`),
    legs: leg(''),
  });
  const { instruments, legs } = await readSurvey(value, { folder });
  const [instrument] = instruments;
  const program = createPulseProgram({
    scanner: scannerIn(instrument, 0),
    mount: legs[0].mount ?? instrument.mount,
    leg: legs[0],
    frameOrigin: [0, 0, 0],
  });
  const { directions } = await listPulses(program, 0, Math.max(...numbers));
  return numbers.map((number) => Array.from(directions.subarray(3 * number - 3, 3 * number)));
}

const expectClose = (found: readonly number[], expected: readonly number[], digits = 6) => {
  for (const [axis, value] of expected.entries()) expect(found[axis], `${found}`).toBeCloseTo(value, digits);
};

/** A fibre array whose third and fourth beams lie at 0 and +30 degrees. */
const FIBRES: Device = {
  scanner: 'optics="line" numFibers="4" scanAngleMax_deg="60"',
  settings: 'pulseFreq_hz="33000" scanAngle_deg="60"',
};

describe('mounts of platforms', () => {
  const VUX = 'x90 z90';
  const tilted = [0, -0.087156, -0.996195];

  it.each<[string, Device['mount'], Device['emitter'], number[], number[]]>([
    ['sr22 looks down, and positive angles to the left', 'x-90 z90', '', [0, 0, -1], [-0.5, 0, -0.866025]],
    ['quadcopter looks forward, and positive angles down', 'x180 z180', '', [0, 1, 0], [0, 0.866025, -0.5]],
    ['quadcopter with the emitter of a VUX looks down', 'x180 z180', VUX, [0, 0, -1], [-0.5, 0, -0.866025]],
    ['copter_linearpath looks down and 5 degrees back', 'x175', VUX, tilted, []],
  ])('%s', async (_, mount, emitter, ahead, raised) => {
    const [, , third, fourth] = await directionsOf({ ...FIBRES, mount, emitter }, [1, 2, 3, 4]);
    expectClose(third, ahead);
    expectClose(fourth, raised);
  });

  it('+90 degrees of a VUX on a quadcopter look left', async () => {
    const scanner = 'optics="line" numFibers="16" scanAngleMax_deg="120"';
    const settings = 'pulseFreq_hz="33000" scanAngle_deg="120"';
    const [found] = await directionsOf({ mount: 'x180 z180', emitter: VUX, scanner, settings }, [15]);
    expectClose(found, [-1, 0, 0]);
  });
});

describe('deflectors', () => {
  const elevationOf = ([, y, z]: number[]) => (Math.atan2(z, y) * 180) / Math.PI;

  const swing = (product: string, angle: number) => ({
    scanner: `optics="oscillating" scanAngleMax_deg="20" scanFreqMin_Hz="0" scanFreqMax_Hz="70" ${product}`,
    settings: `pulseFreq_hz="33000" scanFreq_hz="30" scanAngle_deg="${angle}"`,
  });

  it('oscillating: through its turns, at 33 kHz, 30 Hz and 20 degrees', async () => {
    const golden = { 2: -19.998366, 49: -18.078078, 100: -13.993994, 300: 2.022022, 550: 20, 600: 18.038038 };
    const steps = [...Object.keys(golden).map(Number), 1000];
    // The first pulse leaves at the end of the swing, after no step.
    const found = await directionsOf(
      swing('', 20),
      steps.map((step) => step + 1),
    );
    for (const [k, degrees] of [...Object.values(golden), -13.993994].entries())
      expect(elevationOf(found[k]), `step ${steps[k]}`).toBeCloseTo(degrees, 4);
  });

  it('oscillating: the frequency gives way to its product with the angle, which the scanner bounds in no other way', async () => {
    const free = (await directionsOf(swing('', 40), [551, 1101])).map(elevationOf);
    for (const [k, degrees] of [40, -40].entries()) expect(free[k]).toBeCloseTo(degrees, 4);
    // 600/40 = 15 Hz: twice as many pulses a cycle.
    const bounded = (await directionsOf(swing('scanProduct="600"', 40), [1101, 2201])).map(elevationOf);
    for (const [k, degrees] of [40, -40].entries()) expect(bounded[k]).toBeCloseTo(degrees, 4);
  });

  it('rotating: steps of 0.288 degrees for a VZ-400 at 100 kHz and 120 Hz', async () => {
    const device = {
      scanner: `optics="rotating" scanAngleMax_deg="120" scanAngleEffectiveMax_deg="50" scanFreqMin_Hz="3"
        scanFreqMax_Hz="120"`,
      settings: 'pulseFreq_hz="100000" scanFreq_hz="120"',
    };
    const found = (await directionsOf(device, [1, 2, 3, 101])).map(elevationOf);
    expect(found[0]).toBeCloseTo(0.288, 4);
    expect(found[1] - found[0]).toBeCloseTo(0.288, 4);
    expect(found[3] - found[0]).toBeCloseTo(28.8, 3);
  });

  it('conic: a VQ-880-G at 200 kHz turns at its highest frequency', async () => {
    const device = {
      scanner: 'optics="conic" scanAngleMax_deg="20" scanFreqMin_Hz="30" scanFreqMax_Hz="80"',
      settings: 'pulseFreq_hz="200000" scanFreq_hz="40" scanAngle_deg="20"',
    };
    const [first, later] = await directionsOf(device, [1, 625]);
    expectClose(first, [0.00086, 0.939693, 0.342019]);
    expectClose(later, [0.34202, 0.939693, 0]);
  });

  it('line: fibres from one edge, never at the other', async () => {
    const found = (await directionsOf(FIBRES, [1, 2, 3, 4, 5])).map(elevationOf);
    for (const [k, degrees] of [-60, -30, 0, 30, -60].entries()) expect(found[k]).toBeCloseTo(degrees, 4);
  });

  const prisms = (rates: number[], angles: number[], index: number) => ({
    scanner: `optics="risley" rotorFreq1_Hz="${rates[0]}" rotorFreq2_Hz="${rates[1]}" angle1_deg="${angles[0]}"
      angle2_deg="${angles[1]}" refrIndex1="${index}" refrIndex2="${index}" refrIndex_air="1"`,
    settings: 'pulseFreq_hz="100000"',
  });

  it('risley: a Mid-70', async () => {
    const device = prisms([-77.733333333, 121.566666666], [-29.7, 29.7], 1.5095);
    const [first, hundredth, thousandth] = await directionsOf(device, [1, 100, 1000]);
    expectClose(first, [-0.000385, 0.817254, -0.576277]);
    expectClose(hundredth, [-0.039946, 0.875206, -0.482098]);
    expectClose(thousandth, [-0.565671, 0.817326, -0.109519]);
  });

  it('risley: a Mid-40', async () => {
    const [first] = await directionsOf(prisms([-121.5657, 77.743], [18.7481, 17.9634], 1.51), [1]);
    expectClose(first, [0.000524, 0.944608, -0.328199]);
  });
});
