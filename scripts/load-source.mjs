// Modules of src/ for the build, before there is a dist/.
import { rolldown } from 'rolldown';

/** Lets an import that ends in `.js` find its `.ts`. */
export const TYPESCRIPT = { extensionAlias: { '.js': ['.ts', '.js'] } };

/** The exports of the module src/`path`, loaded with everything that it imports. */
export async function loadSource(root, path) {
  const bundle = await rolldown({ input: `${root}src/${path}`, platform: 'node', resolve: TYPESCRIPT });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
