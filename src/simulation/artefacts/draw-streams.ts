import { DRAW } from '../../base/random.js';

/** Streams of random numbers of the kinds of artefacts that draw, each unlike all others. */
export const STREAMS = Object.freeze({
  losses: DRAW.artefacts,
  surfaces: DRAW.artefacts + 1,
  shinyPulses: DRAW.artefacts + 2,
  outliers: DRAW.artefacts + 3,
  rangeMaxDrop: DRAW.artefacts + 4,
  rangeNoise: DRAW.artefacts + 5,
});
