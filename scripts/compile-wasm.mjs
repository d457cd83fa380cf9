// Compiles a folder of AssemblyScript (wasm, columns, laz) into dist/wasm, in this process: loading the compiler takes
// as long as compiling the smallest of them, and its own code is fast from the second one on.
import { dirname } from 'node:path';
import { main } from 'assemblyscript/asc';

/**
 * Compiles `entry` of the checkout `root` by the `asconfig.json` beside it. Throws if it cannot be compiled; the
 * compiler prints the reason.
 */
export async function compileWasm(root, entry) {
  const config = ['--baseDir', root, '--config', `${dirname(entry)}/asconfig.json`, '--target', 'release'];
  const { error } = await main([entry, ...config], { stdout: process.stdout, stderr: process.stderr });
  if (error) throw error;
}
