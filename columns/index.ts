// Loops over columns of points: device records into columns, and columns into the records of files.

export { azimuths } from './azimuths';
export { code } from './code';
export { decibels, storeDecibels } from './decibels';
export { unpack } from './unpack';

/** Address of the memory that the loops do not use themselves. */
export function freeMemory(): usize {
  return __heap_base;
}
