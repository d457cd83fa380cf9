import type { Scanner } from '../scanner/scanner.js';
import { type Survey, wantsWaveforms } from './survey.js';
import { waveformSamples } from './waveform-bytes.js';

/** Bytes of what a device returns: of a return, of a part of a waveform and of its samples. A test holds them against its buffers. */
export const KEPT_BYTES = Object.freeze({ points: 80, parts: 32, samples: 4 });

/** Bytes of a return that a run to be resumed keeps of a scanner: its record, and the waveform of one whose light no other's joins. */
export function journalBytes(
  survey: Pick<Survey, 'outputs' | 'waveforms' | 'physics'>,
  scanner: Pick<Scanner, 'sampling' | 'pulse' | 'detection'>,
): number {
  const samples = wantsWaveforms(survey) ? waveformSamples(survey, scanner) : 0;
  return KEPT_BYTES.points + (samples > 0 ? KEPT_BYTES.parts + samples * KEPT_BYTES.samples : 0);
}
