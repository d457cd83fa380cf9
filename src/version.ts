import { PACKAGE_RESULTS_VERSION, PACKAGE_VERSION } from './version.generated.js';

/** Of this package. */
export const VERSION: string = PACKAGE_VERSION;
/** Rises whenever the points of some survey change: the same survey, seed and results version give the same bytes. */
export const RESULTS_VERSION: number = PACKAGE_RESULTS_VERSION;
/** How subray signs its files. */
export const SOFTWARE = `subray ${VERSION} results ${RESULTS_VERSION}`;
