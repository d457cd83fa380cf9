// The loops over columns (columns) as a TypeScript module that holds their binary. It is small and not compressed:
// writers of files cannot wait for a stream that inflates it.
import { readFileSync, writeFileSync } from 'node:fs';
import { compileWasm } from './compile-wasm.mjs';

/** Compiles columns and writes src/cloud/columns/columns-binary.generated.ts. */
export async function generateColumns(root) {
  await compileWasm(root, 'columns/index.ts');
  const binary = readFileSync(`${root}dist/wasm/columns.wasm`).toString('base64');
  writeFileSync(
    `${root}src/cloud/columns/columns-binary.generated.ts`,
    `// Generated from columns by scripts/generate-columns.mjs.

/** The binary: base64 of its bytes. */
export const COLUMNS_BINARY: string = '${binary}';
`,
  );
}
