/** A chosen set, in the order of choice. */
export interface CoverStep {
  /** Index of the candidate. */
  candidate: number;
  /** Targets that it adds to those covered before. */
  gain: number;
  /** Maximum number of targets that it shares with an earlier one; 0 for the first. */
  shared: number;
}

interface CoverWish {
  /** Smallest number of targets to cover. */
  wanted: number;
  /** Largest number of sets to choose. */
  setsMax: number;
  /** Smallest share of its own targets that each set but the first shares with an earlier one. */
  overlap: number;
}

/**
 * Chooses sets one after the other, each the one that adds most targets; of equal ones, the lower index (Johnson 1974,
 * "Approximation algorithms for combinatorial problems"; Chvátal 1979, "A greedy heuristic for the set-covering
 * problem": at most H(n) times as many sets as needed). `sees[c][t]` is 1 if candidate c covers target t. Ends when
 * enough targets are covered, when no permitted candidate adds one, or at `setsMax`.
 */
export function greedyCover(sees: readonly Uint8Array[], { wanted, setsMax, overlap }: CoverWish): CoverStep[] {
  const steps: CoverStep[] = [];
  const covered = new Uint8Array(sees[0]?.length ?? 0);
  const shared = new Uint32Array(sees.length);
  const sizes = sees.map(countOnes);
  let count = 0;
  while (count < wanted && steps.length < setsMax) {
    let [best, gain] = [-1, 0];
    for (const [candidate, targets] of sees.entries()) {
      if (steps.length > 0 && shared[candidate] < overlap * sizes[candidate]) continue;
      const adds = countNew(targets, covered);
      if (adds > gain) [best, gain] = [candidate, adds];
    }
    if (best < 0) break;
    steps.push({ candidate: best, gain, shared: shared[best] });
    count += gain;
    for (let target = 0; target < covered.length; target++) covered[target] |= sees[best][target];
    for (const [candidate, targets] of sees.entries())
      shared[candidate] = Math.max(shared[candidate], countCommon(targets, sees[best]));
  }
  return steps;
}

function countOnes(set: Uint8Array): number {
  let count = 0;
  for (const bit of set) count += bit;
  return count;
}

function countNew(set: Uint8Array, covered: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < set.length; k++) count += set[k] & (1 - covered[k]);
  return count;
}

function countCommon(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < a.length; k++) count += a[k] & b[k];
  return count;
}
