import type { Vec3 } from '../../../src/base/vec3.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { samplingReceiver } from '../../support/sampling.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { deviation, mean } from '../../support/statistics.js';
import { instrumentWith, receiverOf } from '../instruments.js';
import {
  edgeWalk,
  FWHM_PER_SIGMA,
  firstPhoton,
  lowPassSpread,
  PLANCK,
  rangeBound,
  SPEED_OF_LIGHT,
  slopeBias,
} from '../receiver-formulas.js';
import type { Row, Stage, Subject, TracedPart } from '../row.js';
import { DURATION, PEAK, RANGE, returnsOf, wallScene } from '../same-pulses.js';

const DEGREE = Math.PI / 180;

// ---- G8 -------------------------------------------------------------------------------------------------------------

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
/** A software GPU is asked for fewer, one by one. */
const SLOPE_PULSES = { CPU: 20, GPU: 10 };

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
        quantity: `G8: range of a slope of ${degrees}° by a leading edge, 10 m away, half angle 1.5 mrad, 6 ns, mean of ${SLOPE_PULSES.GPU} pulses or more of 19 subrays`,
        unit: 'm',
        source: '−(c/2)(σ₂ √(2 ln A) − σ √(2 ln 20))',
        expected: slopeBias({ ...SLOPE, incidence }),
        tolerance: 0.01,
        decimals: 3,
        measure: async (stage) => {
          const legs = Array.from({ length: SLOPE_PULSES[stage.engine] }, () => station([0, 0, 0]));
          return mean(column(await stage.scan(legs, { scanner }), 'range')) - range;
        },
      },
    ],
  };
});

// ---- G9 -------------------------------------------------------------------------------------------------------------

const SIGNAL_TO_NOISE = 10;
const TICK = 1e-9;
const FIT_PULSES = 5000;
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

// ---- zero of the detectors ------------------------------------------------------------------------------------------

/** Distances from the wall, so that its echo lies anywhere between two samples; 50 m in the mean. */
const PLACES = 8;
const places = Array.from(
  { length: PLACES },
  (_, k): Vec3 => [0, (((k + 0.5) / PLACES - 0.5) * TICK * SPEED_OF_LIGHT) / 2, 0],
);

const BANDWIDTH = 200e6;
const PULSE_SHAPES = ['gaussian', 'helios'] as const;
type PulseShape = (typeof PULSE_SHAPES)[number];

const zeroRow = (
  shape: PulseShape,
  detector: string,
  row: Pick<Row<unknown>, 'expected' | 'tolerance' | 'basis' | 'slow'> & {
    pulses?: number;
    scanner: () => Scanner;
  },
) => ({
  test: `zero-${detector.replaceAll(' ', '-')}-${shape}`,
  quantity: `mean range of the wall less its distance: ${detector}, pulse ${shape} of 5 ns, 200 MHz`,
  unit: 'mm',
  source: row.expected === 0 ? 'ranges are those of a white wall at normal incidence' : 'G13',
  expected: row.expected,
  tolerance: row.tolerance,
  basis: row.basis,
  decimals: 1,
  slow: row.slow,
  measure: async (stage: Stage) => {
    const { returns } = await stage.record(row.scanner(), row.pulses ?? 1, { positions: places });
    return 1000 * (mean(returns.map(({ range }) => range)) - RANGE);
  },
});

/** Detectors of the samples. A leading edge is right for the margin for which it is made. */
const sampledZeros = PULSE_SHAPES.flatMap((shape) => {
  const pulse = { shape };
  const bandwidth = BANDWIDTH / 1e6;
  const kinds = ['peak', 'constantFraction', 'gaussian'] as const;
  const plain = { expected: 0, tolerance: shape === 'gaussian' ? 0.1 : 1, basis: 'samples of 1 ns' };
  return [
    ...kinds.map((kind) =>
      zeroRow(shape, kind, { ...plain, scanner: () => instrumentWith({ bandwidth, detector: { kind } }, { pulse }) }),
    ),
    zeroRow(shape, 'leadingEdge', {
      ...plain,
      scanner: () => {
        const detector = { kind: 'leadingEdge', reference: 20 } as const;
        const described = instrumentWith({ bandwidth, detector }, { pulse });
        const threshold = (WALL_ENERGY * Math.max(...receiverOf(described).response.values)) / 20;
        return instrumentWith({ bandwidth, detector, threshold }, { pulse });
      },
    }),
  ];
});

/** J that the wall sends back to the instrument of G1. */
const WALL_ENERGY = (1e-6 * 0.05 ** 2 * 0.8 * 0.5) / (4 * RANGE ** 2);
const PHOTON_ENERGY = (PLANCK * SPEED_OF_LIGHT) / 1064e-9;

/** An instrument that counts so many photons of the wall on average. */
const counterOf = (kind: 'geiger' | 'photonCounting', count: number, shape: PulseShape) => () => {
  const quantumEfficiency = 0.3;
  const energy = (1e-6 * count * PHOTON_ENERGY) / (quantumEfficiency * WALL_ENERGY);
  const receiver = { bandwidth: BANDWIDTH / 1e6, noise: { quantumEfficiency }, detector: { kind } };
  return instrumentWith(receiver, { pulse: { energy, shape } });
};

/** FWHM of the Gaussian response, s, and the standard deviation of a photon's range, mm. */
const RESPONSE = Math.hypot(DURATION, FWHM_PER_SIGMA * lowPassSpread(BANDWIDTH));
const PHOTON_SPREAD = ((1000 * SPEED_OF_LIGHT) / 2) * (RESPONSE / FWHM_PER_SIGMA);

/** Photons counted in all, and in a pulse: of so few, the first is hardly earlier than the mean of all. */
const COUNTED = 20_000;
const PHOTONS = { photonCounting: 5, geiger: 0.1 };

const countedZeros = PULSE_SHAPES.map((shape) => {
  // The deviation of a gamma distribution of three steps, 3.39 of which are the FWHM.
  const spread =
    shape === 'gaussian'
      ? PHOTON_SPREAD
      : ((1000 * SPEED_OF_LIGHT) / 2) * Math.hypot((Math.sqrt(3) * DURATION) / 3.3947, lowPassSpread(BANDWIDTH));
  return zeroRow(shape, 'photonCounting', {
    expected: 0,
    tolerance: (4 * spread) / Math.sqrt(COUNTED),
    basis: `4 σ of the mean of ${COUNTED} photons`,
    slow: shape === 'helios' ? ['GPU'] : [],
    pulses: COUNTED / PHOTONS.photonCounting / PLACES,
    scanner: counterOf('photonCounting', PHOTONS.photonCounting, shape),
  });
});

const GEIGER_PULSES = 10_000;
const first = firstPhoton(PHOTONS.geiger, RESPONSE);
const geigerZero = zeroRow('gaussian', 'geiger', {
  expected: 1000 * first.mean,
  tolerance: (4 * PHOTON_SPREAD * first.deviation) / Math.sqrt(GEIGER_PULSES * -Math.expm1(-PHOTONS.geiger)),
  basis: `4 σ of the mean of ${GEIGER_PULSES} pulses with ${PHOTONS.geiger} photons`,
  slow: ['GPU'],
  pulses: GEIGER_PULSES / PLACES,
  scanner: counterOf('geiger', PHOTONS.geiger, 'gaussian'),
});

const zeroRows = [...sampledZeros, ...countedZeros, geigerZero];

export const RECEIVER: Subject = {
  title: 'Receiver',
  about:
    'A sampling receiver on a wall at 50 m: ranges of a leading edge against the signal and on slopes, noise of ranges, and the place at which each detector, resolved from a description as in a survey, sees the wall.',
  traced: [{ scene: wallScene, rows: [...walkRows, boundRow, ...zeroRows] }, ...slopes],
};
