import { invariant } from '../../base/errors.js';
import { compileKernel } from './kernel.js';

/** The compiled kernel, from the place where the page's bundler or server has put it. */
export async function loadKernelModule(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../../wasm/subray.wasm', import.meta.url));
  invariant(response.ok, `${response.url} cannot be loaded: ${response.status} ${response.statusText}`);
  // Not compileStreaming: it requires the media type application/wasm, which not every server sends.
  return compileKernel(new Uint8Array(await response.arrayBuffer()));
}
