// A program of the tests as files of its own, with all that it imports: it can run for hours while dist/ is built anew.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { TYPESCRIPT } from './load-source.mjs';

/** Packages that need files of their own beside them. */
const EXTERNAL = /^(webgpu|laz-perf)(\/|$)/;

/** Bundles the module `entry` into `folder`; returns the path of the program. */
export async function bundleProgram(root, entry, folder) {
  const require = createRequire(`${root}package.json`);
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
        // Files beside a module are found from where it was.
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : undefined,
      },
    ],
    onLog: () => {},
  });
  const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'program.mjs' });
  await bundle.close();
  return `${folder}/${output[0].fileName}`;
}
