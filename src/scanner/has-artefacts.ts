import type { Scanner } from './scanner.js';

/**
 * Whether an instrument needs the host between device and points: artefacts, a choice of returns, noise by a formula.
 */
export const hasArtefacts = ({ detection }: Scanner): boolean =>
  (detection.returns ?? 'all') !== 'all' ||
  detection.rangeNoiseFormula !== undefined ||
  Object.keys(detection.artefacts ?? {}).length > 0;
