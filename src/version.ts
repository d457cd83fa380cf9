import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Of this package. */
export const VERSION: string = version;
/** How subray signs its files. */
export const SOFTWARE = `subray ${VERSION}`;
