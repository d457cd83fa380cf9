import { cloudFormat } from '../../io/clouds/cloud-formats.js';
import { cloudHeader } from '../../products/cloud-header.js';
import { productBytes } from '../../products/index.js';
import { pulsesIn } from '../../scanner/leg-scanner.js';
import type { Scene } from '../../scene/scene.js';
import type { Survey } from '../../survey/survey.js';
import { cloudHeaders } from '../cloud-headers.js';
import { instrumentScansOf } from '../instrument-scans.js';
import type { ExpectedPoints } from './expect-points.js';

/** Bytes of a cloud without points, and of each of its points. */
export interface SampledBytes {
  file: number;
  point: number;
}

/**
 * Bytes of the files that a survey of this scene is expected to write, with so many points of each scanner: an
 * estimate. `sampled`: what clouds take that were written in part, by their number.
 */
export function expectedBytes(
  survey: Survey,
  scene: Scene,
  { scanners }: Pick<ExpectedPoints, 'scanners'>,
  sampled: ReadonlyMap<number, SampledBytes> = new Map(),
): number {
  const { instruments, legs } = survey;
  const pulses = instruments.reduce(
    (all, instrument) => legs.reduce((sum, _, leg) => sum + pulsesIn(instrument, legs, leg), all),
    0,
  );
  const pointBytes = outputPointBytes(survey, scene, sampled);
  const empty = [...sampled.values()].reduce((sum, { file }) => sum + file, 0);
  return empty + productBytes(survey, { points: scanners, pulses, pointBytes, scene });
}

/** Bytes of a survey's files that its scene alone decides about, whatever is seen of it: an estimate. */
export function sceneBytes(survey: Survey, scene: Scene): number {
  const unseen = { points: survey.instruments.map(() => 0), pulses: 0 };
  return Math.round(productBytes(survey, { ...unseen, scene }) - productBytes(survey, unseen));
}

/** Bytes of a point in each of a survey's outputs: exact where all take as many, else about. */
function outputPointBytes(survey: Survey, scene: Scene, sampled: ReadonlyMap<number, SampledBytes>): number[] {
  const headers = cloudHeaders(survey, instrumentScansOf(survey), scene);
  return survey.outputs.map((output, k) => {
    const { recordBytes, bytesPerPoint } = cloudFormat(output.format);
    return sampled.get(k)?.point ?? recordBytes?.(cloudHeader(headers, survey, output), output) ?? bytesPerPoint;
  });
}
