// Addresses of the kernel's buffers: reads the table of src/device/buffers.ts, compiled, and writes it for AssemblyScript.
import { writeFileSync } from 'node:fs';

const HEAD = `// Generated from src/device/buffers.ts by scripts/generate-addresses.mjs.

// Where everything lies in memory: one address a buffer of the CPU.
`;

/** Writes wasm/addresses.generated.ts. */
export function generateAddresses(root, { buffersOn }) {
  const names = buffersOn('cpu').map(([name]) => name);
  const variables = names.map((name) => `export let ${name}: usize = 0;\n`);
  const loads = names.map((name, k) => `  ${name} = load<u32>(table, ${4 * k});\n`);
  const doc = '/** Takes all of them from a table of the host: u32 numbers in this order. */\n';
  const bind = `${doc}export function bindAddresses(table: usize): void {\n${loads.join('')}}\n`;
  writeFileSync(`${root}wasm/addresses.generated.ts`, `${HEAD}${variables.join('')}\n${bind}`);
}
