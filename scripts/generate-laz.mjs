// The LAZ codec (laz) as a TypeScript module that holds its binary, so that Node, pages and their threads load it alike, without a
// file or a request of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

/** Compiles laz and writes src/io/laz/codec-binary.generated.ts. */
export function generateLaz(root) {
  const compiler = `${root}node_modules/assemblyscript/bin/asc.js`;
  const config = ['--config', 'laz/asconfig.json', '--target', 'release'];
  execFileSync(process.execPath, [compiler, 'laz/index.ts', ...config], { cwd: root, stdio: 'inherit' });
  const binary = deflateRawSync(readFileSync(`${root}dist/wasm/laz.wasm`), { level: 9 }).toString('base64');
  writeFileSync(
    `${root}src/io/laz/codec-binary.generated.ts`,
    `// Generated from laz by scripts/generate-laz.mjs.

/** The binary: base64 of its deflated bytes. */
export const LAZ_CODEC: string = '${binary}';
`,
  );
}
