// Layouts of memory and numbers that AssemblyScript and TypeScript share: reads the exported enums and namespaces of
// AssemblyScript, and writes them for TypeScript.
import { readFileSync, writeFileSync } from 'node:fs';

/** TypeScript source → the AssemblyScript that defines it. */
const LAYOUTS = {
  'src/cloud/columns/layouts.generated.ts': ['columns/step.ts', 'columns/unpack.ts'],
  'src/io/laz/layouts.generated.ts': ['laz/chunk.ts'],
};

/** All exported enums and namespaces of a text, in order: name, members { name, value }. */
export function parseLayouts(text) {
  const clean = text.replace(/\/\*\*.*?\*\/|\/\/[^\n]*/gs, '');
  return [...clean.matchAll(/^export (const enum|namespace) (\w+) \{([^}]*)\}/gm)].map(([, kind, name, body]) => ({
    name,
    members: kind === 'namespace' ? constantsOf(body) : numbered(body),
  }));
}

const constantsOf = (body) =>
  [...body.matchAll(/export const (\w+): \w+ = (\d+);/g)].map(([, name, value]) => ({ name, value: Number(value) }));

/** Members of an enum; one without a number has the next. */
function numbered(body) {
  let next = 0;
  return [...body.matchAll(/(\w+)(?: = (\d+))?,/g)].map(([, name, number]) => {
    const value = number === undefined ? next : Number(number);
    next = value + 1;
    return { name, value };
  });
}

/** Writes the layouts.generated.ts of columns and of LAZ. */
export function generateLayouts(root) {
  for (const [target, sources] of Object.entries(LAYOUTS)) {
    const layouts = sources.flatMap((file) => parseLayouts(readFileSync(`${root}${file}`, 'utf8')));
    const constants = layouts.map(({ name, members }) => {
      const lines = members.map((member) => `  ${member.name}: ${member.value},\n`);
      return `export const ${name} = {\n${lines.join('')}} as const;\n`;
    });
    const head = `// Generated from ${sources.join(' and ')} by scripts/generate-layouts.mjs.\n`;
    writeFileSync(`${root}${target}`, [head, ...constants].join('\n'));
  }
}
