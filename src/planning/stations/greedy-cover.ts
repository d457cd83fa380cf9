/** A set that was chosen, in the order of the choice. */
export interface CoverStep {
  /** Index of the candidate. */
  candidate: number;
  /** Targets that it sees and none before it did. */
  gain: number;
  /** Most targets that it shares with one that was chosen before; 0 for the first. */
  shared: number;
}

interface CoverWish {
  /** Targets to cover, at least. */
  wanted: number;
  /** Sets to choose, at most. */
  setsMax: number;
  /** Share of its own targets that each but the first shares with one before it, at least. */
  overlap: number;
}

/**
 * Chooses sets one after the other, each the one that adds most targets, the lower index of two that add as many (Johnson 1974,
 * "Approximation algorithms for combinatorial problems"; Chvátal 1979, "A greedy heuristic for the set-covering problem": at most
 * H(n) times as many sets as needed). `sees[c][t]` is 1 where candidate c covers target t. Ends where enough targets are covered,
 * where no candidate that may be chosen adds one, or at `setsMax`.
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
