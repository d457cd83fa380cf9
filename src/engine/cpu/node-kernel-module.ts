import { readFile } from 'node:fs/promises';
import { compileKernel } from './kernel.js';

/** The compiled kernel, from the package's own files. */
export async function loadKernelModule(): Promise<WebAssembly.Module> {
  return compileKernel(await readFile(new URL('../../../dist/wasm/subray.wasm', import.meta.url)));
}
