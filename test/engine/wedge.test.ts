import { describe, expect, it } from 'vitest';
import { joinArrays } from '../../src/base/join-arrays.js';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { BLOCK_PULSES, Hit } from '../../src/device/records.generated.js';
import { COMPANIES, COMPANY_SEED, companyOf, STRETCHES } from '../support/companies.js';
import { sampleOf } from '../support/long-run.js';
import { differences } from '../support/outliers.js';

const HIT_WORDS = Hit.SIZE / 4;
const MISS = new Uint32Array(HIT_WORDS).fill(0xffffffff);

/**
 * Hits of `count` pulses from `first` on, traced so many at a time: all their words but the energy, which comes later.
 */
function hitsOf(stages: CpuStages, first: number, count: number, atOnce: number): Uint32Array {
  const hits: Uint32Array[] = [];
  for (let at = 0; at < count; at += atOnce)
    hits.push(new Uint32Array(stages.run(first + at, Math.min(atOnce, count - at)).traverse.hits.slice(0)));
  const words = joinArrays(Uint32Array, hits);
  const floats = new Float32Array(words.buffer);
  for (let k = 0; k < words.length; k += HIT_WORDS)
    if (floats[k + Hit.distance / 4] >= 0) words[k + Hit.energy / 4] = 0;
    else words.set(MISS, k);
  return words;
}

/** The share of the subrays that meet something. */
function shareOf(hits: Uint32Array): number {
  const floats = new Float32Array(hits.buffer);
  let count = 0;
  for (let k = 0; k < floats.length; k += HIT_WORDS) if (floats[k + Hit.distance / 4] >= 0) count++;
  return count / (floats.length / HIT_WORDS);
}

describe('hits do not depend on which pulses go through the trees together', () => {
  it.each(sampleOf(COMPANIES, 2))('$name', async (company) => {
    const { program, ...input } = await companyOf(company);
    const stages = await CpuStages.open(input, program);
    const counts = STRETCHES.map((first) => {
      const alone = hitsOf(stages, first, BLOCK_PULSES, 1);
      for (const atOnce of [3, 17, BLOCK_PULSES])
        expect(differences(hitsOf(stages, first, BLOCK_PULSES, atOnce), alone), `${atOnce} at once`).toEqual([]);
      return shareOf(alone);
    });
    expect(Math.max(...counts), `seed ${COMPANY_SEED}`).toBeGreaterThan(0.2);
  });
});
