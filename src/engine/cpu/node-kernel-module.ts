import { readFile } from 'node:fs/promises';

/** The compiled kernel, from the package's own files. */
export async function loadKernelModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('../../../dist/wasm/subray.wasm', import.meta.url)));
}
