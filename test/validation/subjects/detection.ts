import type { Vec3 } from '../../../src/base/vec3.js';
import { airExtinction, STANDARD_VISIBILITY_KM } from '../../../src/scanner/atmosphere.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { samplingReceiver } from '../../support/sampling.js';
import { instrumentWith, receiverOf } from '../instruments.js';
import { detectionProbability, falseAlarmRate, SPEED_OF_LIGHT } from '../receiver-formulas.js';
import type { Stage, Subject, TracedPart } from '../row.js';
import { ENERGY, RANGE, returnsOf, SKY, wallScene } from '../same-pulses.js';

const TICK = 1e-9;

// ---- G10 ------------------------------------------------------------------------------------------------------------

const DETECTED_PULSES = 5000;
/** Samples of the part about the response of one sample: noise alone crosses the threshold in the others. */
const OTHER_SAMPLES = 7;

const probabilityRows = [6, 4].map((amplitude) => {
  const here = detectionProbability(4, amplitude);
  const expected = 1 - (1 - here) * (1 - detectionProbability(4, 0)) ** OTHER_SAMPLES;
  return {
    test: `g10-detection-${amplitude}`,
    slow: ['GPU'] as const,
    quantity: `G10: share of pulses of ${amplitude} σ that pass a threshold of 4 σ`,
    source: 'Q(T − A)',
    expected,
    tolerance: 4 * Math.sqrt((expected * (1 - expected)) / DETECTED_PULSES),
    basis: `4 σ of ${DETECTED_PULSES} pulses`,
    decimals: 4,
    measure: async (stage: Stage) => {
      const place = (2 * RANGE) / SPEED_OF_LIGHT;
      const start = (Math.ceil(place / TICK) - place / TICK - 0.25) * TICK;
      const response = { start, step: 0.05 * TICK, values: new Float64Array(11).fill(1 / TICK) };
      const constant = ENERGY / TICK / amplitude;
      const noise = { constant, perPower: 0, filterSpread: 0 };
      const sampling = samplingReceiver({ response, spread: TICK, noise, threshold: 4 * constant });
      const returns = await returnsOf(stage, sampling, DETECTED_PULSES);
      return returns.filter(({ returnNumber }) => returnNumber === 1).length / DETECTED_PULSES;
    },
  };
});

// ---- G11 ------------------------------------------------------------------------------------------------------------

const BANDWIDTH = 200e6;

const noisyInstrument = (sigmas: number, rangeMax = 1000): Scanner =>
  instrumentWith(
    {
      bandwidth: BANDWIDTH / 1e6,
      noise: { quantumEfficiency: 0.4, gain: 100, amplifier: 2 },
      threshold: { sigmas },
    },
    { detection: { rangeMax } },
  );

const resolvedRate = {
  test: 'g11-rate',
  quantity: 'G11: false alarms of 200 MHz and a threshold of 5 σ, of the receiver as resolved',
  unit: '1/s',
  source: '(B/√3) e^(−T²/2σ²)',
  expected: falseAlarmRate(BANDWIDTH, 5),
  tolerance: 0.1,
  decimals: 1,
  measure: () => receiverOf(noisyInstrument(5)).falseAlarmRate,
};

const alarmRows = [
  { sigmas: 5, rangeMax: 3000, pulses: 10_000 },
  { sigmas: 3.5, rangeMax: 1000, pulses: 4000 },
].map(({ sigmas, rangeMax, pulses }) => {
  const seconds = (pulses * 2 * rangeMax) / SPEED_OF_LIGHT;
  const expected = falseAlarmRate(BANDWIDTH, sigmas);
  return {
    test: `g11-alarms-${sigmas}`,
    slow: ['GPU'] as const,
    quantity: `G11: alarms of ${pulses} pulses into the sky, gate ${rangeMax} m, 200 MHz, threshold ${sigmas} σ`,
    unit: '1/s',
    source: '(B/√3) e^(−T²/2σ²)',
    expected,
    tolerance: 4 * Math.sqrt(expected / seconds),
    basis: `4 σ of ${Math.round(expected * seconds)} alarms`,
    decimals: 0,
    measure: async (stage: Stage) => {
      const { returns } = await stage.record(noisyInstrument(sigmas, rangeMax), pulses, { positions: [SKY] });
      return returns.filter(({ isAlarm }) => isAlarm).length / seconds;
    },
  };
});

// ---- a line of a data sheet -----------------------------------------------------------------------------------------

const CLAIM_PULSES = 8000;
/** Distances from the wall, so that its echo lies anywhere between two samples. */
const PLACES = 8;
const CLAIM = { range: RANGE, reflectance: 0.5, falseAlarms: 20 };

const positions = Array.from(
  { length: PLACES },
  (_, k): Vec3 => [0, ((k / PLACES - 0.5) * TICK * SPEED_OF_LIGHT) / 2, 0],
);

const claimRows = [0.5, 0.9].map((probability) => ({
  test: `claim-${probability}`,
  quantity: `share of pulses of 5 ns that detect a wall of 50 % at 50 m, noise from the data sheet: ${100 * probability} % there, 20 false alarms a second, 150 MHz`,
  source: 'the data sheet',
  expected: probability,
  tolerance: 4 * Math.sqrt((probability * (1 - probability)) / CLAIM_PULSES),
  basis: `4 σ of ${CLAIM_PULSES} pulses`,
  decimals: 4,
  slow: ['GPU'] as const,
  measure: async (stage: Stage) => {
    const scanner = instrumentWith({ bandwidth: 150, noise: { ...CLAIM, probability } });
    const extinction = airExtinction(scanner.wavelengthNm, STANDARD_VISIBILITY_KM);
    const { returns } = await stage.record(scanner, CLAIM_PULSES / PLACES, { positions, extinction });
    return returns.filter(({ isAlarm }) => !isAlarm).length / CLAIM_PULSES;
  },
}));

const traced: TracedPart = { scene: wallScene, rows: [...probabilityRows, ...alarmRows, ...claimRows] };

export const DETECTION: Subject = {
  title: 'Detection and false alarms',
  about:
    'A wall at 50 m, and the sky. Instruments of G11 and of the data sheet are described as in a survey and resolved from it.',
  traced: [traced],
  host: { rows: [resolvedRate] },
};
