import type { HostBuffers } from './buffers.js';
import type { Feature } from './features.js';

/** Settings for the device that hold for all legs of an instrument. */
export interface RunSettings {
  subrayCount: number;
  /** Hits of a pulse: those of its subrays, then slices of foliage. */
  hitCount: number;
  /** Maximum number of returns of a pulse. */
  maxReturns: number;
  /** Maximum number of samples of a pulse that are recorded; 0 where none are. */
  samplesMax: number;
  /** Features besides points. */
  features: readonly Feature[];
  buffers: HostBuffers<'run'>;
}
