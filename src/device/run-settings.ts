import type { HostBuffers } from './buffers.js';

/** What holds for all legs of an instrument, as the device takes it. */
export interface RunSettings {
  subrayCount: number;
  /** Room for returns of a pulse. */
  maxReturns: number;
  /** Points get colours. */
  colors: boolean;
  buffers: HostBuffers<'run'>;
}
