// Builds dist/: record layouts, the WebAssembly kernel, the TypeScript, the survey's JSON Schema.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateRecords } from './generate-records.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `${root}node_modules/${path}`;
const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });

rmSync(`${root}dist`, { recursive: true, force: true });
generateRecords(root);
node(bin('assemblyscript/bin/asc.js'), 'wasm/index.ts', '--config', 'wasm/asconfig.json', '--target', 'release');
node(bin('typescript/bin/tsc'), '-p', 'tsconfig.json');
