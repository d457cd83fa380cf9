import { UserError } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import type { PairedBy, PairingOptions } from './comparison-options.js';
import { type CrowdedKey, matchByKey, SHARING_MAX } from './match-by-key.js';
import type { PointPairs } from './point-pairs.js';
import { type PointSet, pointCountOf } from './point-set.js';

/** Facts about a pairing. */
export interface PairingFacts {
  by: PairedBy;
  /** Whether both points of a pair have the same return number. */
  sameReturn: boolean;
  /** Largest difference of times, seconds; only by time. */
  timeTolerance?: number;
  /** A pulse or time that too many points share, for which they were paired as neighbours after all. */
  crowded?: CrowdedKey & { by: PairedBy };
  /** Points that times would have paired, so few that they were paired as neighbours after all. */
  sameTimes?: number;
}

/** Part of the points of the smaller set: times that pair fewer are of other pulses, and agree by chance. */
const CHANCE_SHARE = 0.01;

/**
 * Pairs the points of two sets by pulse or time; `pairs` is absent if nearest neighbours are to be paired, as `auto`
 * has it where too many points share a key, or hardly any time is in both sets. Throws UserError if `match` names a key
 * that too many points share.
 */
export function* pairByKey(
  a: PointSet,
  b: PointSet,
  { match, timeTolerance }: PairingOptions,
): Steps<PairingFacts & { pairs?: PointPairs }> {
  const by = match === 'auto' ? usualPairing(a, b) : match;
  if (by === 'nearest') return { by, sameReturn: false };
  const key = { pulse: 'pulse', time: 'gpsTime' } as const;
  const found = yield* matchByKey(a, b, { column: key[by], tolerance: by === 'time' ? timeTolerance : 0 });
  if ('distance' in found) {
    const points = found.a.length;
    if (match === 'auto' && by === 'time' && points < CHANCE_SHARE * Math.min(pointCountOf(a), pointCountOf(b)))
      return { by: 'nearest', sameReturn: false, sameTimes: points };
    const sameReturn = a.returnNumber !== undefined && b.returnNumber !== undefined;
    return { by, sameReturn, ...(by === 'time' && { timeTolerance }), pairs: found };
  }
  if (match === 'auto') return { by: 'nearest', sameReturn: false, crowded: { ...found, by } };
  throw new UserError(`--match ${by}: ${crowdedText({ ...found, by })}`, {
    hint: by === 'time' ? 'a smaller --time-tolerance, or --match nearest, may do' : '--match nearest needs no numbers',
  });
}

/** The reason why points cannot be paired by a key. */
export const crowdedText = ({ by, value, returnNumber }: CrowdedKey & { by: PairedBy }): string =>
  `more than ${SHARING_MAX} points have the ${by} ${value}${returnNumber === undefined ? '' : ` and the return ${returnNumber}`}`;

/** Pulses distinguish points best; times only if they differ at all. */
function usualPairing(a: PointSet, b: PointSet): PairedBy {
  if (a.pulse && b.pulse) return 'pulse';
  return [a, b].every(({ gpsTime }) => gpsTime?.some((time) => time !== gpsTime[0])) ? 'time' : 'nearest';
}
