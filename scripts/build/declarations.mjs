// The types of src/, for programs that use the package and for the check of the tests; the compiler checks src/ on the
// way, and skips files that its last run has checked.
import { spawn } from 'node:child_process';
import { removeOrphans } from './sources.mjs';

/** One checker: several compute the same types, each for itself, and four take twice the seconds of a core. */
const ARGUMENTS = ['-p', 'tsconfig.build.json', '--checkers', '1'];

/** Writes dist/**.d.ts of all that programs may import. Throws if the compiler finds a fault, which it prints. */
export async function declareModules(root) {
  const compiler = spawn(process.execPath, [`${root}node_modules/typescript/bin/tsc`, ...ARGUMENTS], {
    cwd: root,
    stdio: 'inherit',
  });
  const code = await new Promise((resolve, reject) => compiler.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error('the types of src/ have faults');
  removeOrphans(root, '.d.ts');
}
