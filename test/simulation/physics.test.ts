import { expect, it } from 'vitest';
import { optionalArray, type PointBatch } from '../../src/cloud/point-batch.js';
import { simulate } from '../../src/node-scans.js';
import { binPulse } from '../../src/scanner/bins.js';
import { roomSurvey } from './room-survey.js';

const LEGS = 'legs: [ { position: [0, 0, 1.2], duration: 0.02 } ]';
const DETECTOR = 'detector: { rangeNoise: 0 }';

/** A room scanned with these sections in place of the usual ones, and its survey. */
async function scanned(sections: Record<string, string>) {
  const survey = await roomSurvey({ legs: LEGS, detector: DETECTOR, ...sections });
  const batches: PointBatch[] = [];
  for await (const batch of simulate(survey, { engine: 'cpu', cache: false, threads: 1 })) batches.push(batch);
  const column = (read: (batch: PointBatch) => ArrayLike<number>) =>
    batches.flatMap((batch) => Array.from({ length: batch.count }, (_, k) => read(batch)[k]));
  return { survey, column, batches };
}

it('points of bins have the amplitudes of their bins, in watts', async () => {
  const { survey, column } = await scanned({ physics: 'physics: { echoes: bins }' });
  const [amplitudes, energies] = [column((batch) => optionalArray(batch, 'amplitude')), column(({ energy }) => energy)];
  const { powers, peak } = binPulse(survey.instruments[0].scanner);
  // The highest bin over the area of the pulse, 2 τ; of a pulse, 3.394681 τ are half as high or higher.
  const tau = survey.instruments[0].scanner.pulse.duration / 3.394681;
  expect(amplitudes.length).toBeGreaterThan(1000);
  amplitudes.forEach((amplitude, k) => {
    expect(amplitude / ((energies[k] * powers[peak]) / (2 * tau))).toBeCloseTo(1, 5);
  });
});

it('the physics of instruments is the default', async () => {
  const [plain, si] = [await scanned({}), await scanned({ physics: 'physics: si' })];
  for (const read of [
    ({ x }: PointBatch) => x,
    ({ energy }: PointBatch) => energy,
    ({ echoWidth }: PointBatch) => echoWidth,
  ])
    expect(si.column(read)).toEqual(plain.column(read));
  expect(plain.batches[0].amplitude).toBeUndefined();
});

it('computes energies as if surfaces were hit at right angles, and keeps their angles', async () => {
  const footprint = 'footprint: { subrays: 1 }';
  const plain = await scanned({ footprint });
  const fixed = await scanned({ footprint, physics: 'physics: { incidence: perpendicular }' });
  for (const read of [({ range }: PointBatch) => range, ({ incidenceAngle }: PointBatch) => incidenceAngle])
    expect(fixed.column(read)).toEqual(plain.column(read));
  const [energies, raised] = [plain, fixed].map(({ column }) => column(({ energy }) => energy));
  const angles = plain.column(({ incidenceAngle }) => incidenceAngle);
  expect(angles.filter((angle) => angle > 0.5).length).toBeGreaterThan(300);
  // Walls are Lambertian.
  angles.forEach((angle, k) => {
    expect((raised[k] * Math.cos(angle)) / energies[k]).toBeCloseTo(1, 5);
  });
});

it('replaces the samples of a receiver, too', async () => {
  const sampling = 'scanner: { id: velodyne-vlp-16, receiver: { sampling: { rate: 1 } } }';
  const [plain, sampled] = [
    await scanned({ physics: 'physics: { like: helios, energy: lidar }' }),
    await scanned({ physics: 'physics: { like: helios, energy: lidar }', scanner: sampling }),
  ];
  for (const read of [({ x }: PointBatch) => x, ({ energy }: PointBatch) => energy])
    expect(sampled.column(read)).toEqual(plain.column(read));
});
