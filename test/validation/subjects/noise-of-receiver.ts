import { samplingReceiver } from '../../support/sampling.js';
import { testScanner } from '../../support/scan.js';
import { correlation, deviation, kolmogorovDistance, mean } from '../../support/statistics.js';
import { instrumentWith, receiverOf } from '../instruments.js';
import {
  ELEMENTARY_CHARGE,
  excessNoise,
  FWHM_PER_SIGMA,
  lowPassSpread,
  type Photodiode,
  PLANCK,
  SPEED_OF_LIGHT,
  signalToNoise,
  sunPower,
} from '../receiver-formulas.js';
import { farthest, once, type Stage, type Subject } from '../row.js';
import { PEAK, RANGE, wallScene } from '../same-pulses.js';

const TICK = 1e-9;

// ---- G15 ------------------------------------------------------------------------------------------------------------

const DIODE: Photodiode = {
  gain: 100,
  ionisation: 0.02,
  quantumEfficiency: 0.4,
  wavelengthNm: 1064,
  amplifier: 2e-12,
  bandwidth: 200e6,
};
/** W: the peak of G1 (5 ns), and background light. */
const G1_PEAK = 4.6972e-6;
const BACKGROUND = 1e-9;

/** Sunlight of W m⁻² nm⁻¹ that is 1 nW in the optics of G1, 1 mrad and 10 nm. */
const VIEW = { reflectance: 0.5, filterNm: 10, fieldOfView: 1e-3 };
const IRRADIANCE = BACKGROUND / sunPower({ ...VIEW, irradiance: 1, diameter: 0.05, efficiency: 0.8 });

/** An instrument with that photodiode, whose pulses have so many joules. */
const diodeInstrument = (energy = 1e-6) =>
  instrumentWith(
    {
      bandwidth: DIODE.bandwidth / 1e6,
      noise: {
        quantumEfficiency: DIODE.quantumEfficiency,
        gain: DIODE.gain,
        ionisation: DIODE.ionisation,
        amplifier: DIODE.amplifier * 1e12,
        sun: { irradiance: IRRADIANCE, reflectance: VIEW.reflectance, filter: VIEW.filterNm, fieldOfView: 1 },
      },
      threshold: { sigmas: 5 },
    },
    { pulse: { energy } },
  );

const responsivity = (DIODE.quantumEfficiency * ELEMENTARY_CHARGE * 1064e-9) / (PLANCK * SPEED_OF_LIGHT);

function resolvedNoise() {
  const { noise } = receiverOf(diodeInstrument());
  if (noise === undefined) throw new Error('no noise');
  return noise;
}

const diodeRows = [
  {
    test: 'g15-excess-noise',
    quantity: 'G15: excess noise of an avalanche photodiode, gain 100, k 0.02, of the receiver as resolved',
    source: 'kM + (1 − k)(2 − 1/M)',
    expected: excessNoise(DIODE),
    tolerance: 1e-4,
    decimals: 4,
    measure: () => (resolvedNoise().perPower * responsivity) / (2 * ELEMENTARY_CHARGE * DIODE.bandwidth),
  },
  {
    test: 'g15-ratio',
    quantity: 'G15: signal over noise at the peak of G1, 1 nW of sun, 2 pA/√Hz, 200 MHz, of the receiver as resolved',
    source: 'ℛMP / √((2qℛ(P + P_b)M²F + i_n²) B)',
    expected: signalToNoise(DIODE, G1_PEAK, BACKGROUND),
    tolerance: 0.01,
    decimals: 2,
    measure: () => {
      const { constant, perPower } = resolvedNoise();
      return G1_PEAK / Math.sqrt(constant ** 2 + perPower * G1_PEAK);
    },
  },
];

const RATIO_PULSES = 10_000;
/** Number of the sample on which the pulse's peak lies, and the distance of the wall for it. */
const PEAK_SAMPLE = 333;
const DISTANCE = (PEAK_SAMPLE * TICK * SPEED_OF_LIGHT) / 2;
/** Behind the filter. */
const SPREAD = Math.hypot(5e-9 / FWHM_PER_SIGMA, lowPassSpread(DIODE.bandwidth));

/** Samples at the peak of pulses so strong that behind the filter they have the peak of G1. */
const peakSamples = once(async (stage) => {
  const received = G1_PEAK * Math.sqrt(2 * Math.PI) * SPREAD;
  const energy = (received * 4 * DISTANCE ** 2) / (0.05 ** 2 * 0.8 * 0.5);
  const { parts } = await stage.record(diodeInstrument(energy), RATIO_PULSES, {
    positions: [[0, RANGE - DISTANCE, 0]],
  });
  return parts.map(({ samples, firstSample }) => samples[PEAK_SAMPLE - firstSample]);
});

const ratio = signalToNoise(DIODE, G1_PEAK, BACKGROUND);
const tracedRatioRows = [
  {
    test: 'g15-peak-power',
    quantity: `G15: mean of the sample at the peak of pulses with the peak of G1, ${RATIO_PULSES} pulses`,
    unit: 'µW',
    source: 'E / (σ √(2π))',
    expected: 1e6 * G1_PEAK,
    tolerance: (4 * 1e6 * G1_PEAK) / ratio / Math.sqrt(RATIO_PULSES) + 0.001,
    basis: `4 σ of ${RATIO_PULSES} pulses and 0.001`,
    decimals: 4,
    measure: async (stage: Stage) => 1e6 * mean(await peakSamples(stage)),
  },
  {
    test: 'g15-traced-ratio',
    quantity: `G15: this mean over the standard deviation of the samples`,
    source: 'as above',
    expected: ratio,
    tolerance: (4 * ratio) / Math.sqrt(2 * RATIO_PULSES),
    basis: `4 σ of ${RATIO_PULSES} pulses`,
    decimals: 1,
    measure: async (stage: Stage) => {
      const samples = await peakSamples(stage);
      return mean(samples) / deviation(samples);
    },
  },
];

// ---- distribution of the samples ------------------------------------------------------------------------------------

const NOISE_PULSES = 4200;
/** Samples of a pulse of 5 ns. */
const PART_SAMPLES = 24;
const DRAWS = NOISE_PULSES * PART_SAMPLES;

/** Noise of all samples of white noise, in standard deviations, in the order of time. */
const whiteNoise = once(async (stage) => {
  const constant = 0.1 * PEAK;
  const noise = { constant, perPower: 0, filterSpread: 0 };
  const [clean] = (await stage.record(testScanner({ sampling: samplingReceiver() }), 1)).parts;
  const { parts } = await stage.record(testScanner({ sampling: samplingReceiver({ noise }) }), NOISE_PULSES);
  return parts.flatMap(({ samples }) =>
    samples.slice(0, PART_SAMPLES).map((sample, k) => (sample - clean.samples[k]) / constant),
  );
});

const distributionRows = [
  {
    test: 'samples-ks',
    quantity: `noise of ${DRAWS} samples: largest distance of the distribution`,
    source: 'N(0, σ), Kolmogorov and Smirnov',
    expected: 0,
    tolerance: 1.95 / Math.sqrt(DRAWS),
    basis: 'p > 10⁻³',
    decimals: 4,
    slow: ['GPU'] as const,
    measure: async (stage: Stage) => {
      const noise = await whiteNoise(stage);
      if (noise.length !== DRAWS) throw new Error(`${noise.length} samples, expected ${DRAWS}`);
      return kolmogorovDistance(noise);
    },
  },
  {
    test: 'samples-lags',
    quantity: 'largest correlation of that noise with samples 1, 2, 4 and 24 later (the same of the next pulse)',
    source: 'white',
    expected: 0,
    tolerance: 4 / Math.sqrt(DRAWS),
    basis: '4 σ',
    decimals: 4,
    slow: ['GPU'] as const,
    measure: async (stage: Stage) => {
      const noise = await whiteNoise(stage);
      return farthest(
        [1, 2, 4, PART_SAMPLES].map((lag) => correlation(noise.slice(lag), noise.slice(0, -lag))),
        0,
      );
    },
  },
];

// ---- energy of the waveform -----------------------------------------------------------------------------------------

const WAVEFORM_SHAPES = ['gaussian', 'helios', 'sin2'] as const;
const energyRows = WAVEFORM_SHAPES.map((shape) => ({
  test: `waveform-energy-${shape}`,
  quantity: `sum of the samples times their interval over the energy of the hit, pulse ${shape}, 200 MHz`,
  source: '1: energy is conserved',
  expected: 1,
  tolerance: 1e-4,
  basis: 'responses end at 10⁻⁴ of their peak',
  decimals: 5,
  measure: async (stage: Stage) => {
    const scanner = instrumentWith({ bandwidth: 200, sampling: { rate: 1 } }, { pulse: { shape } });
    const [{ samples }] = (await stage.record(scanner, 1)).parts;
    const energy = (1e-6 * 0.05 ** 2 * 0.8 * 0.5) / (4 * RANGE ** 2);
    return (samples.reduce((sum, power) => sum + power, 0) * TICK) / energy;
  },
}));

export const RECEIVER_NOISE: Subject = {
  title: 'Waveforms and their noise',
  about:
    'Samples of a wall of 50 %: their energy, and their noise. Instruments are those of G1 (1064 nm, 1 µJ, 50 mm, η 0.8), described as in a survey and resolved from it.',
  traced: [{ scene: wallScene, rows: [...energyRows, ...tracedRatioRows, ...distributionRows] }],
  host: { rows: diodeRows },
};
