/** The path of standard output among those of outputs; a file of this name is `./-`. */
export const STANDARD_OUTPUT = '-';

/** What messages and reports call the output at `path`. */
export const outputName = (path: string): string => (path === STANDARD_OUTPUT ? 'standard output' : path);
