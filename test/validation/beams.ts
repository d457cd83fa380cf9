import { findScanner } from '../../src/scanner/catalogue.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { resolveScanner } from '../../src/scanner/resolve-scanner.js';
import { type Beam, COARSE, type ExperimentName, FINE, turnAbout } from '../support/footprints.js';
import type { Stage } from './row.js';

export const rings = (subrays: number): Footprint => ({ pattern: 'rings', subrays, weights: 'gaussian' });
export const disc = (subrays: number): Footprint => ({ pattern: 'disc', subrays, weights: 'gaussian' });

// 7 mm at the exit, 0.35 mrad (full).
const { divergence, exitRadius } = resolveScanner(findScanner('riegl-vz-400'));
export const VZ_400 = { divergence, exitRadius };

/** Degrees between two pulses: a software GPU is asked for fewer, as long as the same limits hold. */
export const stepOf = ({ engine }: Stage): number => (engine === 'CPU' ? FINE : COARSE);

/** A turn of level pulses about the experiment of this name. */
export const turn = (stage: Stage, around: ExperimentName, beam: Beam) =>
  turnAbout(stage, around, { stepDeg: stepOf(stage), ...beam });
