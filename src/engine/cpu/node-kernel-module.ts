import { readFile } from 'node:fs/promises';
import { canShareMemory } from '../../base/shared-memory.js';
import { compileKernel } from './kernel.js';

/**
 * The kernel, for shared and unshared memory: later engines profit from the code that V8 has optimised for earlier
 * ones.
 */
const compiled = new Map<boolean, Promise<WebAssembly.Module>>();

/** The compiled kernel, from the package's own files. */
export function loadKernelModule(): Promise<WebAssembly.Module> {
  const isShared = canShareMemory();
  let module = compiled.get(isShared);
  if (!module) {
    module = readFile(new URL('../../../dist/wasm/subray.wasm', import.meta.url)).then(compileKernel);
    compiled.set(isShared, module);
    // A file that cannot be read now may be there for the next call.
    module.catch(() => compiled.delete(isShared));
  }
  return module;
}
