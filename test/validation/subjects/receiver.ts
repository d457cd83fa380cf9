import type { Vec3 } from '../../../src/base/vec3.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import { samplingReceiver } from '../../support/sampling.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { deviation, mean } from '../../support/statistics.js';
import {
  detectionProbability,
  edgeWalk,
  FWHM_PER_SIGMA,
  rangeBound,
  SPEED_OF_LIGHT,
  slopeBias,
} from '../receiver-formulas.js';
import type { Stage, Subject, TracedPart } from '../row.js';
import { DURATION, ENERGY, PEAK, RANGE, returnsOf, wallScene } from '../same-pulses.js';

const DEGREE = Math.PI / 180;

// ---- G8 ----------------------------------------------------------------------------------------------------------------------

const walkRows = [2, 10, 100].map((margin) => ({
  test: `g8-walk-${margin}`,
  quantity: `G8: range of a leading edge, 5 ns, threshold 1/${margin} of the peak`,
  unit: 'm',
  source: '−(c/2) σ √(2 ln m)',
  expected: edgeWalk(margin, DURATION),
  tolerance: 0.005,
  basis: 'samples of 1 ns',
  decimals: 3,
  measure: async (stage: Stage) => {
    const sampling = samplingReceiver({ detector: { kind: 'leadingEdge' }, threshold: PEAK / margin });
    return (await returnsOf(stage, sampling, 1))[0].range - RANGE;
  },
}));

const SLOPE = { range: 10, halfAngle: 1.5e-3, duration: 6e-9, margin: 20 };
const SLOPE_PULSES = 20;

const slopes = [60, 75, 80, 85].map((degrees): TracedPart => {
  const incidence = degrees * DEGREE;
  const [c, s] = [Math.cos(incidence), Math.sin(incidence)];
  const [reach, { range, duration, margin }] = [4, SLOPE];
  const corner: Vec3 = [-reach, range - reach * s, -reach * c];
  const peak = (0.5 / range ** 2 / duration / Math.sqrt(2 * Math.PI)) * FWHM_PER_SIGMA;
  const detector = { kind: 'leadingEdge' } as const;
  const zero = (edgeWalk(margin, duration) * 2) / SPEED_OF_LIGHT;
  const sampling = samplingReceiver({ detector, threshold: peak / margin, zero }, duration);
  const scanner = testScanner({ divergence: roundBeam(SLOPE.halfAngle), pulse: { energy: 1, duration }, sampling });
  return {
    scene: () => sceneOf([meshOf(rectangle(corner, [2 * reach, 0, 0], [0, 2 * reach * s, 2 * reach * c]))]),
    rows: [
      {
        test: `g8-slope-${degrees}`,
        quantity: `G8: range of a slope of ${degrees}° by a leading edge, 10 m away, half angle 1.5 mrad, 6 ns, mean of ${SLOPE_PULSES} pulses of 19 subrays`,
        unit: 'm',
        source: '−(c/2)(σ₂ √(2 ln A) − σ √(2 ln 20))',
        expected: slopeBias({ ...SLOPE, incidence }),
        tolerance: 0.01,
        decimals: 3,
        measure: async (stage) => {
          const legs = Array.from({ length: SLOPE_PULSES }, () => station([0, 0, 0]));
          return mean(column(await stage.scan(legs, { scanner }), 'range')) - range;
        },
      },
    ],
  };
});

// ---- G9 to G11 -----------------------------------------------------------------------------------------------------------------

const SIGNAL_TO_NOISE = 10;
const TICK = 1e-9;
const FIT_PULSES = 10_000;
const bound = rangeBound(DURATION, TICK, SIGNAL_TO_NOISE);

const boundRow = {
  test: 'g9-range-noise',
  quantity: 'G9: standard deviation of ranges by a fit of a Gaussian, 5 ns, samples of 1 ns, signal 10 times the noise',
  unit: 'mm',
  source: '(c/2)(σ/SNR) √(2Δt/(σ√π)), the bound of Cramér and Rao',
  expected: 1000 * bound,
  tolerance: (4 * 1000 * bound) / Math.sqrt(2 * FIT_PULSES),
  basis: `4 σ of ${FIT_PULSES} pulses`,
  decimals: 2,
  measure: async (stage: Stage) => {
    const noise = { constant: PEAK / SIGNAL_TO_NOISE, perPower: 0, filterSpread: 0 };
    // With less prominence one pulse of a thousand is taken for two, half a metre off.
    const sampling = samplingReceiver({ detector: { kind: 'gaussian' }, noise, threshold: 0.5 * PEAK, prominence: 5 });
    return 1000 * deviation((await returnsOf(stage, sampling, FIT_PULSES)).map(({ range }) => range));
  },
};

const DETECTED_PULSES = 10_000;
/** Samples of the part about the response of one sample: noise alone crosses the threshold in the others. */
const OTHER_SAMPLES = 7;

const probabilityRows = [6, 4].map((amplitude) => {
  const here = detectionProbability(4, amplitude);
  const expected = 1 - (1 - here) * (1 - detectionProbability(4, 0)) ** OTHER_SAMPLES;
  return {
    test: `g10-detection-${amplitude}`,
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

const ALARM_PULSES = 10_000;
const ALARM_RATE = 3e4;
const GATE = 1000;
/** Samples of the part of the wall, in which alarms are crossings of its own noise. */
const PART_SAMPLES = 24;
const expectedAlarms = ALARM_RATE * ((2 * GATE) / SPEED_OF_LIGHT - PART_SAMPLES * TICK) * ALARM_PULSES;

const alarmRow = {
  test: 'g11-false-alarms',
  quantity: `false alarms in a gate of 1 km, ${ALARM_RATE} /s, ${ALARM_PULSES} pulses`,
  source: 'Poisson: rate times the time outside the parts',
  expected: expectedAlarms,
  tolerance: 4 * Math.sqrt(expectedAlarms),
  basis: '4 σ',
  decimals: 0,
  measure: async (stage: Stage) => {
    const sampling = samplingReceiver({ falseAlarmRate: ALARM_RATE, threshold: PEAK / 2 });
    const returns = await returnsOf(stage, sampling, ALARM_PULSES, { rangeMax: GATE });
    return returns.filter(({ isAlarm }) => isAlarm).length;
  },
};

export const RECEIVER: Subject = {
  title: 'Receiver',
  about:
    'A sampling receiver on a wall at 50 m: ranges of a leading edge against the signal and on slopes, noise of ranges, probability of detection, false alarms.',
  traced: [{ scene: wallScene, rows: [...walkRows, boundRow, ...probabilityRows, alarmRow] }, ...slopes],
};
