// Modules of src/ for the build, before there is a dist/.
import { relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** Lets an import that ends in `.js` find its `.ts`. */
export const TYPESCRIPT = { extensionAlias: { '.js': ['.ts', '.js'] } };

/**
 * The exports of the module src/`path`, loaded with all its imports, and `modules`, the paths of these (`ownModules`).
 */
export async function loadSource(root, path) {
  const bundle = await rolldown({ input: `${root}src/${path}`, platform: 'node', resolve: TYPESCRIPT });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  const exports = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
  return { exports, modules: ownModules(root, output) };
}

/** The modules of the checkout in a bundle, without those of packages, from its root. */
export const ownModules = (root, output) =>
  output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .filter((id) => id.startsWith(root) && !id.includes('node_modules'))
    .map((id) => relative(root, id).split(sep).join('/'));
