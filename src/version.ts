import { PACKAGE_RESULTS_VERSION, PACKAGE_VERSION } from './version.generated.js';

/** Version of this package. */
export const VERSION: string = PACKAGE_VERSION;
/** Rises whenever the points of some survey change: the same survey, seed and results version yield the same bytes. */
export const RESULTS_VERSION: number = PACKAGE_RESULTS_VERSION;
/** The signature of subray in its files. */
export const SOFTWARE = `subray ${VERSION} results ${RESULTS_VERSION}`;
