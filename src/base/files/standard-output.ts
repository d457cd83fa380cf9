/** The path of standard output among outputs; a file of this name is `./-`. */
export const STANDARD_OUTPUT = '-';

/** Name of the output at `path` in messages and reports. */
export const outputName = (path: string): string => (path === STANDARD_OUTPUT ? 'standard output' : path);
