import type { Subject } from '../row.js';
import { AIR } from './air.js';
import { AMBIGUITY } from './ambiguity.js';
import { BEAM_WIDTH } from './beam-width.js';
import { BRDF } from './brdf.js';
import { DETECTION } from './detection.js';
import { ENERGY } from './energy.js';
import { FOOTPRINT } from './footprint.js';
import { GATES } from './gates.js';
import { GEOMETRY } from './geometry.js';
import { LEAVES } from './leaves.js';
import { MOTIONS } from './motions.js';
import { MOVERS } from './movers.js';
import { NOISE } from './noise.js';
import { RECEIVER_NOISE } from './noise-of-receiver.js';
import { PHOTONS } from './photons.js';
import { POINTS } from './points.js';
import { POSES } from './poses.js';
import { RECEIVER } from './receiver.js';
import { RETURNS } from './returns.js';
import { SPECTRA } from './spectra.js';

/** The sections of docs/validation.md, in their order. */
export const SUBJECTS: readonly Subject[] = [
  GEOMETRY,
  MOVERS,
  MOTIONS,
  POINTS,
  ENERGY,
  AIR,
  FOOTPRINT,
  BEAM_WIDTH,
  BRDF,
  SPECTRA,
  RETURNS,
  LEAVES,
  RECEIVER,
  DETECTION,
  RECEIVER_NOISE,
  PHOTONS,
  AMBIGUITY,
  NOISE,
  GATES,
  POSES,
];
