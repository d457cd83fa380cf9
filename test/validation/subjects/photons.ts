import { samplingReceiver } from '../../support/sampling.js';
import { deviation, mean } from '../../support/statistics.js';
import { firstPhoton, geigerDetection, SPEED_OF_LIGHT } from '../receiver-formulas.js';
import { once, type Stage, type Subject } from '../row.js';
import { DURATION, ENERGY, RANGE, returnsOf, SIGMA, wallScene } from '../same-pulses.js';

// ---- G12 ---------------------------------------------------------------------------------------------------------------------

const PULSES = 10_000;
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

// ---- G13 ---------------------------------------------------------------------------------------------------------------------

const FIRST_PULSES = 5000;
const METRES = (SIGMA * SPEED_OF_LIGHT) / 2;

const firstRows = [1, 5, 20].flatMap((count) => {
  const expected = firstPhoton(count, DURATION);
  const counted = FIRST_PULSES * -Math.expm1(-count);
  const ranges = once(async (stage) => {
    const detector = { kind: 'geiger', countsPerJoule: count / ENERGY, countRate: 0, deadTime: 1 } as const;
    return (await returnsOf(stage, samplingReceiver({ detector }), FIRST_PULSES)).map(({ range }) => range - RANGE);
  });
  const shared = { source: 'first of a Poisson process under the pulse', basis: `4 σ of ${FIRST_PULSES} pulses` };
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

export const PHOTONS: Subject = {
  title: 'Photon counting',
  about: 'A Geiger detector, blind after its first count, on a wall at 50 m.',
  traced: [{ scene: wallScene, rows: [...shares, ...firstRows] }],
};
