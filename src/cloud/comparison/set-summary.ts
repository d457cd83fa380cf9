import { type Box3, emptyBox, growBox } from '../../base/vec3.js';
import { type PointSet, pointCountOf } from './point-set.js';

/** Numbers of points by return number. */
export interface ReturnCounts {
  /** Points by the number of returns of their pulse. */
  byReturnCount: Record<number, number>;
  /** Points by the number of their return, from 1. */
  byReturnNumber: Record<number, number>;
  /** First returns, and last ones of their pulse. */
  first: number;
  last: number;
}

/** Contents of a set. */
export interface SetSummary {
  points: number;
  bounds: Box3;
  /** Absent: its points have no return numbers, or no counts of returns. */
  returns?: ReturnCounts;
}

/** Summarises at least one point. */
export function setSummary(set: PointSet): SetSummary {
  const { places, returnNumber, returnCount } = set;
  const bounds = emptyBox();
  for (let i = 0; i < places.length; i += 3) growBox(bounds, places[i], places[i + 1], places[i + 2]);
  const returns = returnNumber && returnCount && { returns: returnCounts(returnNumber, returnCount) };
  return { points: pointCountOf(set), bounds, ...returns };
}

function returnCounts(returnNumber: Uint8Array, returnCount: Uint8Array): ReturnCounts {
  let [first, last] = [0, 0];
  for (let i = 0; i < returnNumber.length; i++) {
    if (returnNumber[i] === 1) first++;
    if (returnNumber[i] === returnCount[i]) last++;
  }
  return { byReturnCount: occurring(returnCount), byReturnNumber: occurring(returnNumber), first, last };
}

/** Number of occurrences of each value. */
function occurring(values: Uint8Array): Record<number, number> {
  const counts = new Float64Array(256);
  for (let i = 0; i < values.length; i++) counts[values[i]]++;
  return Object.fromEntries([...counts.entries()].filter(([, count]) => count > 0));
}
