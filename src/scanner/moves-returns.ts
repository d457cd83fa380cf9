import type { Scanner } from './scanner.js';

/** Whether the host moves an instrument's returns, or makes some: by artefacts, or noise by a formula. */
export const movesReturns = ({ detection }: Scanner): boolean =>
  detection.rangeNoiseFormula !== undefined || Object.keys(detection.artefacts ?? {}).length > 0;
