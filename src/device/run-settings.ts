import type { HostBuffers } from './buffers.js';
import type { Feature } from './features.js';

/** What holds for all legs of an instrument, as the device takes it. */
export interface RunSettings {
  subrayCount: number;
  /** Room for returns of a pulse. */
  maxReturns: number;
  /** What it wants besides points. */
  features: readonly Feature[];
  buffers: HostBuffers<'run'>;
}
