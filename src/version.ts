import { PACKAGE_VERSION } from './version.generated.js';

/** Of this package. */
export const VERSION: string = PACKAGE_VERSION;
/** How subray signs its files. */
export const SOFTWARE = `subray ${VERSION}`;
