// The parts of the kernel derived from the compiled tables of src/device: its addresses (buffers.ts), its exports
// (stages.ts).
import { existsSync, writeFileSync } from 'node:fs';

const headOf = (source) => `// Generated from src/device/${source} by scripts/generate-kernel.mjs.\n\n`;

const INDEX = `// The CPU engine's device program: stages in the order in which a pulse meets them. Each takes the number of the block's first
// pulse and how many pulses or returns it is given, and returns how many things it made.

export { bind } from './bind';

`;

/** All addresses in memory, as a module of AssemblyScript. */
function addresses({ buffersOn }) {
  const rows = buffersOn('cpu');
  const variables = rows.map(([name]) => `export let ${name}: usize = 0;\n`);
  const loads = rows.map(([name], k) => `  ${name} = load<u32>(table, ${4 * k});\n`);
  const doc = '/** Takes all of them from a table of the host: u32 numbers in this order. */\n';
  const bind = `${doc}export function bindAddresses(table: usize): void {\n${loads.join('')}}\n`;
  const outputs = rows.filter(([, { output }]) => output !== undefined).map(([name]) => append(name));
  return `// Where everything lies in memory: one address a buffer of the CPU.\n${variables.join('')}\n${bind}${outputs.join('')}`;
}

/** Blocks of a chunk follow one another in its outputs, whose addresses advance past the data already there. */
function append(name) {
  const doc = `/** Makes room for \`bytes\` more of the chunk's ${name}; returns where it lies. */\n`;
  const title = `${name[0].toUpperCase()}${name.slice(1)}`;
  const body = `  const at = ${name};\n  ${name} += bytes;\n  return at;\n`;
  return `\n${doc}export function append${title}(bytes: usize): usize {\n${body}}\n`;
}

/** The kernel's exports: every stage, from the text with its name. */
function index(root, { STAGES }) {
  const lines = STAGES.map(({ name, on }) => {
    if (!existsSync(`${root}wasm/${name}.ts`)) throw new Error(`the stage '${name}' has no text wasm/${name}.ts`);
    if (on !== 'cpu' && !existsSync(`${root}wgsl/${name}.entry.wgsl`))
      throw new Error(`the stage '${name}' has no text wgsl/${name}.entry.wgsl`);
    return `export { ${name} } from './${name}';\n`;
  });
  return `${INDEX}${lines.join('')}`;
}

/** Writes wasm/addresses.generated.ts and wasm/index.generated.ts. */
export function generateKernel(root, buffers, stages) {
  writeFileSync(`${root}wasm/addresses.generated.ts`, `${headOf('buffers.ts')}${addresses(buffers)}`);
  writeFileSync(`${root}wasm/index.generated.ts`, `${headOf('stages.ts')}${index(root, stages)}`);
}
