/** Owner of the records of COPC 1.0 (copc.io): 1 describes the octree, 1000 are the pages of its hierarchy. */
export const COPC_USER_ID = 'copc';
