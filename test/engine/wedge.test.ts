import { describe, expect, it } from 'vitest';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { BLOCK_PULSES, Hit } from '../../src/device/records.generated.js';
import { COMPANIES, COMPANY_SEED, companyOf, STRETCHES } from '../support/companies.js';

const HIT_WORDS = Hit.SIZE / 4;

/** Hits of `count` pulses from `first` on, traced so many at a time: distances, and what else hits have, in words. */
function hitsOf(stages: CpuStages, first: number, count: number, atOnce: number): Uint32Array[] {
  const hits: Uint32Array[] = [];
  for (let at = 0; at < count; at += atOnce) {
    const words = new Uint32Array(stages.run(first + at, Math.min(atOnce, count - at)).traverse.hits);
    for (let k = 0; k < words.length; k += HIT_WORDS) hits.push(words.slice(k, k + HIT_WORDS));
  }
  return hits.map((hit) => (isHit(hit) ? hit.filter((_, k) => k !== Hit.energy / 4) : new Uint32Array()));
}

const isHit = (hit: Uint32Array): boolean => new Float32Array(hit.buffer)[Hit.distance / 4] >= 0;

describe('hits do not depend on which pulses go through the trees together', () => {
  it.each(COMPANIES)('$name', async (company) => {
    const { program, ...input } = await companyOf(company);
    const stages = await CpuStages.open(input, program);
    const counts = STRETCHES.map((first) => {
      const alone = hitsOf(stages, first, BLOCK_PULSES, 1);
      for (const atOnce of [3, 17, BLOCK_PULSES]) expect(hitsOf(stages, first, BLOCK_PULSES, atOnce)).toEqual(alone);
      return alone.filter((hit) => hit.length > 0).length / alone.length;
    });
    expect(Math.max(...counts), `seed ${COMPANY_SEED}`).toBeGreaterThan(0.2);
  });
});
