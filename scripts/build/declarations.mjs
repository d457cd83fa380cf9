// The types of src/, for programs that use the package; the compiler checks the whole of it on the way.
import { spawn } from 'node:child_process';
import { removeOrphans } from './sources.mjs';

/** Several checkers work out the same types, each for itself: one takes half the seconds of a core that four do. */
const ARGUMENTS = ['-p', 'tsconfig.build.json', '--checkers', '1'];

/** Writes dist/**.d.ts of all that programs may import. Throws where the compiler finds a fault, which it tells. */
export async function declareModules(root) {
  const compiler = spawn(process.execPath, [`${root}node_modules/typescript/bin/tsc`, ...ARGUMENTS], {
    cwd: root,
    stdio: 'inherit',
  });
  const code = await new Promise((resolve, reject) => compiler.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error('the types of src/ have faults');
  removeOrphans(root, '.d.ts');
}
