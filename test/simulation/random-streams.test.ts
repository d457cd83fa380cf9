import { expect, it } from 'vitest';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { type ScanSettings, scan } from '../../src/simulation/scan.js';
import { testScanner } from '../support/scan.js';
import { correlation } from '../support/statistics.js';
import { roomOf } from './instrument-scans.js';

const DEGREE = Math.PI / 180;
const SEEDS = [1, 2];
const LEGS = 3;
const SCANNERS = ['a', 'b'];
/** Pulses of a scanner in a leg, each of which meets a wall. */
const PULSES = 3600;

/** Ranges of a room of all scanners, legs and pulses, in this order. */
async function rangesOf(seed: number, rangeNoise: number): Promise<number[]> {
  const scanner = testScanner({
    detection: { rangeNoise },
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: 0,
      elevationMax: 0,
      verticalStep: DEGREE,
      horizontalStep: DEGREE / 10,
      lineRateMaxHz: 1e5,
    },
  });
  const settings: ScanSettings = {
    scanners: SCANNERS.map((name) => ({ name, scanner })),
    legs: Array.from({ length: LEGS }, () => ({ position: [0, 0, 1.7] })),
    footprint: { subrays: 1 },
    seed,
  };
  const ranges: number[] = [];
  const options = { machine: nodeMachine, engine: 'cpu', threads: 1, cache: false } as const;
  for await (const batch of scan({ scene: roomOf(10), ...settings }, options)) ranges.push(...batch.range);
  return ranges;
}

it('legs, scanners and seeds share no noise: 66 pairs of 12 streams', async () => {
  const silent = await rangesOf(1, 0);
  const streams: { name: string; noise: number[] }[] = [];
  for (const seed of SEEDS) {
    const noise = (await rangesOf(seed, 0.01)).map((range, k) => range - silent[k]);
    expect(noise).toHaveLength(SCANNERS.length * LEGS * PULSES);
    for (let k = 0; k < SCANNERS.length * LEGS; k++) {
      const name = `seed ${seed}, scanner ${SCANNERS[Math.floor(k / LEGS)]}, leg ${(k % LEGS) + 1}`;
      streams.push({ name, noise: noise.slice(k * PULSES, (k + 1) * PULSES) });
    }
  }
  expect(streams).toHaveLength(12);
  for (const [k, one] of streams.entries())
    for (const other of streams.slice(k + 1))
      expect(Math.abs(correlation(one.noise, other.noise)), `${one.name} and ${other.name}`).toBeLessThan(
        4 / Math.sqrt(PULSES),
      );
});
