export { AbortedError, InvariantError, UserError } from './base/errors.js';
export type { PointBatch } from './cloud/point-batch.js';
