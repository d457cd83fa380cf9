import { streamKey } from '../../base/random.js';
import { createLegPoses, type LegPoses } from '../../survey/leg-poses.js';
import type { InstrumentScan } from '../instrument-scan.js';

/** The poses of an instrument in a leg. */
export const legPosesOf = ({ seed, legs, mount, poseError: error }: InstrumentScan, index: number): LegPoses =>
  createLegPoses({ leg: legs[index], mount, error, key: streamKey(seed, index) });
