// A program of the tests in a folder of its own, with all its imports and data: it can run for hours while dist/ is
// built anew.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { TYPESCRIPT } from './load-source.mjs';

/** Packages that need files of their own beside them. */
const EXTERNAL = /^(webgpu|laz-perf)(\/|$)/;

/** Files that modules find relative to themselves. */
const READ = ['dist', 'test/io/fixtures', 'test/data/khronos', 'platforms/scanners'];

/** Bundles the module `entry` into `folder`; returns the path of the program. */
export async function bundleProgram(root, entry, folder) {
  const require = createRequire(`${root}package.json`);
  for (const part of READ) cpSync(`${root}${part}`, `${folder}/${part}`, { recursive: true });
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    resolve: TYPESCRIPT,
    plugins: [
      {
        name: 'in-place',
        resolveId(name) {
          if (name === 'vitest') return '\0vitest';
          if (EXTERNAL.test(name)) return { id: pathToFileURL(require.resolve(name)).href, external: true };
          return undefined;
        },
        // Helpers of tests that clean up after them.
        load: (id) => (id === '\0vitest' ? 'export const afterAll = () => {};' : undefined),
        // Keeps the module's location in the project.
        transform(code, id) {
          if (!/import\.meta\.(url|dirname)/.test(code)) return undefined;
          const path = id.replace(root, `${folder}/`);
          return code
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        },
      },
    ],
    onLog: () => {},
  });
  const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'program.mjs' });
  await bundle.close();
  return `${folder}/${output[0].fileName}`;
}
