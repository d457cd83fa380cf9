// The LAZ codec (laz) as a TypeScript module that holds its binary, so that Node, pages and their threads load it
// alike, without a file or a request of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { compileWasm } from './compile-wasm.mjs';

/** Compiles laz and writes src/io/laz/codec-binary.generated.ts. */
export async function generateLaz(root) {
  await compileWasm(root, 'laz/index.ts');
  const binary = deflateRawSync(readFileSync(`${root}dist/wasm/laz.wasm`), { level: 9 }).toString('base64');
  writeFileSync(
    `${root}src/io/laz/codec-binary.generated.ts`,
    `// Generated from laz by scripts/generate-laz.mjs.

/** The binary: base64 of its deflated bytes. */
export const LAZ_CODEC: string = '${binary}';
`,
  );
}
