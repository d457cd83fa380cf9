/** The same for Node: `files` are those of this machine. */
export * from './clouds.js';
export { checkLas } from './io/check/node-check-las.js';
export { convertCloud } from './io/convert/node-convert-cloud.js';
export { writeCloud } from './io/convert/node-write-cloud.js';
export { openCloud } from './io/opened/node-open-cloud.js';
