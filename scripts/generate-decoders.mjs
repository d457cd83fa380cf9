// Decoders in WebAssembly from other projects (Draco, Basis Universal, libwebp, laz-perf), each as one TypeScript
// module with its code and its binary, so that Node and browsers load it alike, on demand, without a network or a file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const THREE = 'three/examples/jsm/libs';
const APACHE = 'Apache License 2.0, as in the file LICENSE of this package.';

/**
 * `code` and `wasm` in node_modules, the variable of the code with the function that starts it, and the globals that it
 * sees in place of none, or of the true global object.
 */
const DECODERS = [
  {
    name: 'draco',
    code: `${THREE}/draco/gltf/draco_wasm_wrapper.js`,
    wasm: `${THREE}/draco/gltf/draco_decoder.wasm`,
    start: 'DracoDecoderModule',
    licence: () => `Draco, https://github.com/google/draco. Copyright 2016 Google LLC. ${APACHE}`,
  },
  {
    name: 'basis',
    code: `${THREE}/basis/basis_transcoder.js`,
    wasm: `${THREE}/basis/basis_transcoder.wasm`,
    start: 'BASIS',
    licence: () =>
      `Basis Universal, https://github.com/BinomialLLC/basis_universal. Copyright 2019 Binomial LLC. ${APACHE}`,
  },
  {
    name: 'webp',
    code: '@jsquash/webp/codec/dec/webp_dec.js',
    wasm: '@jsquash/webp/codec/dec/webp_dec.wasm',
    start: 'Module',
    shown: {
      globalThis:
        '{ Uint8ClampedArray, ImageData: class { constructor(data, width, height) { Object.assign(this, { data, width, height }); } } }',
    },
    licence: (read) =>
      `libwebp, https://chromium.googlesource.com/webm/libwebp\n${read('@jsquash/webp/codec/LICENSE.codec.md')}`,
  },
  {
    name: 'laz-perf',
    code: 'laz-perf/lib/laz-perf.js',
    wasm: 'laz-perf/lib/laz-perf.wasm',
    start: 'createLazPerf',
    // It needs a global object.
    shown: { window: '{}' },
    licence: () => `laz-perf, https://github.com/hobuinc/laz-perf. Copyright Hobu, Inc., and its authors. ${APACHE}`,
  },
];

/** Names by which such code detects its surroundings: it must find none, so that it reads and fetches nothing. */
const HIDDEN = [
  ...['process', 'require', 'exports', 'module', 'define', '__filename', '__dirname'],
  ...['window', 'document', 'importScripts', 'self'],
];

/** Writes src/base/decoders/NAME.generated.ts for each of them. */
export function generateDecoders(root) {
  const read = (path) => readFileSync(`${root}node_modules/${path}`, 'utf8');
  mkdirSync(`${root}src/base/decoders`, { recursive: true });
  for (const { name, code, wasm, start, shown = {}, licence } of DECODERS) {
    const binary = deflateRawSync(readFileSync(`${root}node_modules/${wasm}`), { level: 9 }).toString('base64');
    const script = read(code)
      .replace(/^export default \w+;?/m, '')
      .replaceAll('import.meta', '({})');
    const names = [...new Set([...HIDDEN, ...Object.keys(shown)])];
    const text = `// @ts-nocheck
// Generated from ${code} and ${wasm} by scripts/generate-decoders.mjs.
/*! @license
${licence(read).trim()}
*/

/** The binary: base64 of its deflated bytes. */
export const WASM: string = '${binary}';

/** Starts the decoder; made by Emscripten. */
export const start: (options: object) => Promise<unknown> = ((${names.join(', ')}) => {
${script}
return ${start};
})(${names.map((hidden) => shown[hidden] ?? 'undefined').join(', ')});
`;
    writeFileSync(`${root}src/base/decoders/${name}.generated.ts`, text);
  }
}
