/** Whether a scanner is named by the path of a file and not by an id: it ends in .yaml or .yml, or has a slash. */
export const isScannerFile = (name: string): boolean => /\.ya?ml$|[\\/]/i.test(name);
