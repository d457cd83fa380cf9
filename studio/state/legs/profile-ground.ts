import type { HeightProfile } from './profile.js';

/** Stretches of ground along a leg: the first and the last place of each, between which all heights are known. */
export function groundStretches({ ground }: Pick<HeightProfile, 'ground'>): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  for (const [k, height] of ground.entries()) {
    if (!Number.isFinite(height)) continue;
    const last = stretches.at(-1);
    if (last?.[1] === k - 1) last[1] = k;
    else stretches.push([k, k]);
  }
  return stretches;
}

/** Metres of a leg without ground below, seen from above. Between a place with and one without ground, it is half. */
export function metresWithoutGround({ along, ground }: Pick<HeightProfile, 'along' | 'ground'>): number {
  let metres = 0;
  for (let k = 1; k < along.length; k++) {
    const without = [k - 1, k].filter((end) => !Number.isFinite(ground[end])).length;
    metres += (without / 2) * (along[k] - along[k - 1]);
  }
  return metres;
}
