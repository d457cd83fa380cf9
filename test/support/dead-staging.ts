import { processTag } from '../../src/base/files/node-process-tag.js';

const [machine, , pid, start] = processTag().split('-');

/** Name of the folder of files that a process before the last start of this machine did not finish. */
export const DEAD_STAGING = `.subray-${machine}-00000000-${pid}-${start}-0123456789ab.tmp`;
