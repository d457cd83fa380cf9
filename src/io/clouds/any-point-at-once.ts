import type { LasFile } from '../las-files/las-file.js';
import { COMPRESSOR } from '../laz/laszip-record.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/**
 * Whether the records of any point can be read without the earlier ones, directly or with their chunk. Chunks with
 * different numbers of points (COPC) have an index as well, but no batches of one size that threads could share.
 */
export const hasAnyPointAtOnce = (cloud: ReadableCloud & Pick<Partial<LasFile>, 'laszip'>): boolean =>
  cloud.inAnyOrder || cloud.laszip?.compressor === COMPRESSOR.layered;
