// Builds after each edit.
import { watch } from 'node:fs';
import { makeParts } from './make-parts.mjs';

/** Watched folders; scripts are read once, when the build starts. */
const FOLDERS = ['src', 'wasm', 'columns', 'laz', 'wgsl', 'studio', 'platforms', 'brdf-db', 'crs-db'];

/** Milliseconds from an edit to the build: editors write a file in several steps. */
const REST = 100;

/**
 * Makes `parts` that are out of date, now and after each edit, until the program is interrupted. A fault is printed,
 * and waits for the next edit.
 */
export async function watchSources(root, parts) {
  let edited = deferred();
  for (const folder of FOLDERS)
    watch(`${root}${folder}`, { recursive: true }, (_event, name) => {
      if (!name?.includes('.generated.')) edited.resolve();
    });
  for (;;) {
    try {
      if ((await makeParts(root, parts, { quiet: 0 })).length > 0) console.log('dist/ is up to date');
    } catch (error) {
      console.error(error.message);
    }
    await edited.promise;
    await new Promise((resolve) => setTimeout(resolve, REST));
    edited = deferred();
  }
}

/** A promise with the function that ends it. */
function deferred() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
