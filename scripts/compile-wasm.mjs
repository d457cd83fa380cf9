// Compiles a folder of AssemblyScript (wasm, columns, laz) into dist/wasm, in this process: the compiler takes as long
// to be loaded as for what the smallest of them needs, and its own code is fast from the second one on.
import { dirname } from 'node:path';
import { main } from 'assemblyscript/asc';

/**
 * Compiles `entry` of the checkout `root` as the `asconfig.json` beside it says. Throws where it cannot be
 * compiled; the compiler says why.
 */
export async function compileWasm(root, entry) {
  const config = ['--baseDir', root, '--config', `${dirname(entry)}/asconfig.json`, '--target', 'release'];
  const { error } = await main([entry, ...config], { stdout: process.stdout, stderr: process.stderr });
  if (error) throw error;
}
