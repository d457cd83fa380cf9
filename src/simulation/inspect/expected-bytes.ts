import { productBytes } from '../../products/index.js';
import { pulsesIn } from '../../scanner/leg-scanner.js';
import type { Scene } from '../../scene/scene.js';
import type { Survey } from '../../survey/survey.js';
import { outputPointBytes } from '../output-point-bytes.js';
import type { ExpectedPoints } from './expect-points.js';

/**
 * Bytes of the files that a survey of this scene is expected to write, with so many points of each scanner: an
 * estimate.
 */
export function expectedBytes(survey: Survey, scene: Scene, { scanners }: Pick<ExpectedPoints, 'scanners'>): number {
  const { instruments, legs } = survey;
  const pulses = instruments.reduce(
    (all, instrument) => legs.reduce((sum, _, leg) => sum + pulsesIn(instrument, legs, leg), all),
    0,
  );
  return productBytes(survey, { points: scanners, pulses, pointBytes: outputPointBytes(survey, scene), scene });
}
