import { soloCoders } from '../coders/block-coders.js';
import type { CloudFormat } from '../records/cloud-format.js';
import { encodeLas, LAS_OPTIONS, lasCannotHold, lasCoder, lasHoldsMisses, layeredConflict } from './las.js';

/** COPC does not hold the point formats with waveforms. */
const { waveforms: _, ...OPTIONS } = LAS_OPTIONS;

/**
 * LAZ with the points in the nodes of an octree, so that viewers load only the part they show (COPC 1.0, copc.io). Its
 * encoder is loaded on first use.
 */
export const COPC_CLOUD: CloudFormat<typeof OPTIONS> = {
  bytesPerPoint: 13,
  nanosecondsPerPoint: 1500,
  organised: false,
  namesReference: true,
  keepsColours: true,
  options: OPTIONS,
  cannotHold: lasCannotHold,
  holdsMisses: lasHoldsMisses,
  conflict: layeredConflict,
  coder: (header, options) => lasCoder(header, options),
  encode: async (header, options, { coders = soloCoders() } = {}) => {
    const { CopcData } = await import('../copc/copc-data.js');
    return encodeLas(header, options, (layout, quantization) => new CopcData(layout, quantization, coders));
  },
};
