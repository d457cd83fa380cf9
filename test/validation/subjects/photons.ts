import { samplingReceiver } from '../../support/sampling.js';
import { deviation, mean, uniformDistance } from '../../support/statistics.js';
import { instrumentWith, receiverOf } from '../instruments.js';
import { firstPhoton, geigerDetection, PLANCK, SPEED_OF_LIGHT, sunPower } from '../receiver-formulas.js';
import { once, type Stage, type Subject } from '../row.js';
import { DURATION, ENERGY, RANGE, returnsOf, SIGMA, SKY, wallScene } from '../same-pulses.js';

// ---- G12 ------------------------------------------------------------------------------------------------------------

const PULSES = 5000;
const BACKGROUND = 0.1;
/** Counts within the pulse itself come before a part of its photons. */
const DURING = 0.002;

const geiger = once((stage) => {
  const countRate = (BACKGROUND * SPEED_OF_LIGHT) / (2 * RANGE);
  const detector = { kind: 'geiger', countsPerJoule: 1 / ENERGY, countRate, deadTime: 1 } as const;
  return returnsOf(stage, samplingReceiver({ detector }), PULSES, { rangeMax: 60 });
});

const shares = [
  {
    test: 'g12-geiger-echo',
    quantity: 'G12: share of pulses that a Geiger detector counts, 1 photon, 0.1 counts of background before',
    source: 'e^(−K)(1 − e^(−N))',
    expected: geigerDetection(1, BACKGROUND),
    share: (returns: Awaited<ReturnType<typeof geiger>>) => returns.filter(({ isAlarm }) => !isAlarm).length / PULSES,
  },
  {
    test: 'g12-geiger-false',
    quantity: 'G12: share of pulses that it has counted 2 m before the wall or earlier',
    source: '1 − e^(−K · 48/50)',
    expected: -Math.expm1((-BACKGROUND * (RANGE - 2)) / RANGE),
    share: (returns: Awaited<ReturnType<typeof geiger>>) =>
      returns.filter(({ isAlarm, range }) => isAlarm && range < RANGE - 2).length / PULSES,
  },
].map(({ share, ...row }) => ({
  ...row,
  tolerance: 4 * Math.sqrt((row.expected * (1 - row.expected)) / PULSES) + DURING,
  basis: `4 σ of ${PULSES} pulses`,
  decimals: 4,
  measure: async (stage: Stage) => share(await geiger(stage)),
}));

// ---- G13 ------------------------------------------------------------------------------------------------------------

const FIRST_PULSES = 5000;
const METRES = (SIGMA * SPEED_OF_LIGHT) / 2;

const firstRows = [1, 5, 20].flatMap((count) => {
  const expected = firstPhoton(count, DURATION);
  const counted = FIRST_PULSES * -Math.expm1(-count);
  const ranges = once(async (stage) => {
    const detector = { kind: 'geiger', countsPerJoule: count / ENERGY, countRate: 0, deadTime: 1 } as const;
    return (await returnsOf(stage, samplingReceiver({ detector }), FIRST_PULSES)).map(({ range }) => range - RANGE);
  });
  const slow = count === 5 ? [] : (['GPU'] as const);
  const shared = { source: 'first of a Poisson process under the pulse', basis: `4 σ of ${FIRST_PULSES} pulses`, slow };
  return [
    {
      ...shared,
      test: `g13-first-mean-${count}`,
      quantity: `G13: mean range of the first of ${count} photons, 5 ns`,
      unit: 'm',
      expected: expected.mean,
      tolerance: (4 * METRES * expected.deviation) / Math.sqrt(counted) + 0.003,
      decimals: 3,
      measure: async (stage: Stage) => mean(await ranges(stage)),
    },
    {
      ...shared,
      test: `g13-first-sd-${count}`,
      quantity: `G13: standard deviation of it`,
      unit: 'σ',
      expected: expected.deviation,
      tolerance: 0.04,
      basis: `3 to 4 σ of ${FIRST_PULSES} pulses`,
      decimals: 3,
      measure: async (stage: Stage) => deviation(await ranges(stage)) / METRES,
    },
  ];
});

// ---- counts of the sky: G14, and their distribution -----------------------------------------------------------------

/** Of the surface in view, and of the receiver's optics. */
const SUNLIT = { reflectance: 0.5, filter: 20, fieldOfView: 3 };
const OPTICS = { diameter: 0.025, efficiency: 0.5 };
/** W m⁻² nm⁻¹ at 905 nm, air mass 1.5 (ASTM G173). */
const IRRADIANCE = 0.817;
const BACKGROUND_POWER = sunPower({
  ...OPTICS,
  reflectance: SUNLIT.reflectance,
  filterNm: SUNLIT.filter,
  irradiance: IRRADIANCE,
  fieldOfView: SUNLIT.fieldOfView * 1e-3,
});
const PHOTON_905 = (PLANCK * SPEED_OF_LIGHT) / 905e-9;

/** The instrument of G14 with a detector that counts this share of the photons. */
const sunlitCounter = (quantumEfficiency: number, rangeMax: number) =>
  instrumentWith(
    { ...OPTICS, noise: { quantumEfficiency, sun: SUNLIT }, detector: { kind: 'photonCounting' } },
    { wavelength: 905, detection: { rangeMax } },
  );

/** Of the table's irradiance, which has more digits. */
const SUN_DIGITS = 3e-4;

const sunRows = [
  {
    test: 'g14-power',
    quantity: 'G14: light of a sunlit wall of 50 % at 905 nm, 25 mm, 3 mrad, 20 nm, η 0.5, of the receiver as resolved',
    unit: 'nW',
    source: '(ρE_λ/π)(πD²/4)(πθ²/4)Δλ η',
    expected: 1e9 * BACKGROUND_POWER,
    tolerance: 1e9 * SUN_DIGITS * BACKGROUND_POWER,
    decimals: 3,
    measure: () => {
      const { countRate, countsPerJoule } = receiverOf(sunlitCounter(1, 100)).detector;
      return (1e9 * countRate) / countsPerJoule;
    },
  },
  {
    test: 'g14-photons',
    quantity: 'G14: photons of it, of the receiver as resolved',
    unit: '1/ns',
    source: 'P λ / (h c)',
    expected: (1e-9 * BACKGROUND_POWER) / PHOTON_905,
    tolerance: (1e-9 * SUN_DIGITS * BACKGROUND_POWER) / PHOTON_905,
    decimals: 2,
    measure: () => 1e-9 * receiverOf(sunlitCounter(1, 100)).detector.countRate,
  },
];

const SUN_PULSES = 5000;
/** So few are counted in a gate of 30 m that hardly any pulse has more than 15. */
const SUN_COUNTED = 1e-3;
const SUN_GATE = 30;
const sunPhotons = (1e-9 * BACKGROUND_POWER) / PHOTON_905;
const sunSeconds = (2 * SUN_GATE * SUN_PULSES) / SPEED_OF_LIGHT;

const tracedSun = {
  test: 'g14-counts',
  slow: ['GPU'] as const,
  quantity: `G14: counts of ${SUN_PULSES} pulses into the sky in a gate of ${SUN_GATE} m over the quantum efficiency, 0.001`,
  unit: '1/ns',
  source: 'P λ / (h c)',
  expected: sunPhotons,
  tolerance: (4 * sunPhotons) / Math.sqrt(1e9 * sunPhotons * SUN_COUNTED * sunSeconds),
  basis: '4 σ of Poisson',
  decimals: 2,
  measure: async (stage: Stage) => {
    const { returns } = await stage.record(sunlitCounter(SUN_COUNTED, SUN_GATE), SUN_PULSES, { positions: [SKY] });
    return (1e-9 * returns.length) / SUN_COUNTED / sunSeconds;
  },
};

const DARK_RATE = 1e7;
/** The first 15 counts of a pulse are reported; the gate has 200. */
const TIMED = { pulses: 6800, gate: 3000, counts: 15 };
const TIMES = TIMED.pulses * TIMED.counts;

const exponential = {
  test: 'counts-exponential',
  quantity: `times from count to count of a dark detector, 10 million a second, ${TIMES} of them: largest distance of the distribution`,
  source: '1 − e^(−t/τ), Kolmogorov and Smirnov',
  expected: 0,
  tolerance: 1.95 / Math.sqrt(TIMES),
  basis: 'p > 10⁻³',
  decimals: 4,
  slow: ['GPU'] as const,
  measure: async (stage: Stage) => {
    const scanner = instrumentWith(
      { noise: { quantumEfficiency: 0.3 }, detector: { kind: 'photonCounting', darkRate: DARK_RATE } },
      { detection: { rangeMax: TIMED.gate, maxReturns: TIMED.counts } },
    );
    const { returns } = await stage.record(scanner, TIMED.pulses, { positions: [SKY] });
    if (returns.length !== TIMES) throw new Error(`${returns.length} counts, expected ${TIMES}`);
    const waits = returns.map(
      ({ pulse, range }, k) => range - (returns[k - 1]?.pulse === pulse ? returns[k - 1].range : 0),
    );
    return uniformDistance(waits.map((metres) => -Math.expm1((-2 * metres * DARK_RATE) / SPEED_OF_LIGHT)));
  },
};

export const PHOTONS: Subject = {
  title: 'Photon counting',
  about:
    'A Geiger detector, blind after its first count, on a wall at 50 m; detectors that count every photon, in the sky, described as in a survey and resolved from it.',
  traced: [{ scene: wallScene, rows: [...shares, ...firstRows, tracedSun, exponential] }],
  host: { rows: sunRows },
};
