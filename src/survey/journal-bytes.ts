import { needsOf, type ProductSections } from '../products/index.js';
import { waveformSamples } from '../products/waveform-bytes.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Survey } from './survey.js';

/**
 * Bytes in a device's output of a return, its true position, a part of a waveform and its samples. A test holds them
 * against its buffers.
 */
export const KEPT_BYTES = Object.freeze({ points: 80, truePlaces: 16, parts: 32, samples: 4 });

/**
 * Bytes of a return that a run to be resumed keeps of a scanner: its record, and the waveform of one whose light no
 * other's joins.
 */
export function journalBytes(
  survey: ProductSections & Pick<Survey, 'physics' | 'poseError'>,
  scanner: Pick<Scanner, 'sampling' | 'pulse' | 'detection'>,
): number {
  const needs = needsOf(survey);
  const samples = needs.includes('waveforms') ? waveformSamples(survey, scanner) : 0;
  const isPlaced = needs.includes('true positions') || survey.poseError?.keepTruePosition === true;
  return (
    KEPT_BYTES.points +
    (isPlaced ? KEPT_BYTES.truePlaces : 0) +
    (samples > 0 ? KEPT_BYTES.parts + samples * KEPT_BYTES.samples : 0)
  );
}
