import { needsOf, type ProductSections } from '../products/index.js';
import { waveformSamples } from '../products/waveform-bytes.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Survey } from './survey.js';

/**
 * Bytes in a device's output of a return, of a part of a waveform and of its samples. A test holds them against its
 * buffers.
 */
export const KEPT_BYTES = Object.freeze({ points: 80, parts: 32, samples: 4 });

/**
 * Bytes of a return that a run to be resumed keeps of a scanner: its record, and the waveform of one whose light no
 * other's joins.
 */
export function journalBytes(
  survey: ProductSections & Pick<Survey, 'physics'>,
  scanner: Pick<Scanner, 'sampling' | 'pulse' | 'detection'>,
): number {
  const samples = needsOf(survey).includes('waveforms') ? waveformSamples(survey, scanner) : 0;
  return KEPT_BYTES.points + (samples > 0 ? KEPT_BYTES.parts + samples * KEPT_BYTES.samples : 0);
}
