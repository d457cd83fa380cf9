// Record layouts: reads the structs of wgsl/records.wgsl and writes their sizes and offsets for TypeScript and AssemblyScript.
import { readFileSync, writeFileSync } from 'node:fs';

/** WGSL types that records may use: size and alignment in bytes (WGSL specification, «Alignment and Size»). */
const TYPES = {
  f32: { size: 4, align: 4 },
  u32: { size: 4, align: 4 },
  i32: { size: 4, align: 4 },
  'vec2<f32>': { size: 8, align: 8 },
  'vec3<f32>': { size: 12, align: 16 },
  'vec4<f32>': { size: 16, align: 16 },
  'vec2<u32>': { size: 8, align: 8 },
  'vec3<u32>': { size: 12, align: 16 },
  'vec4<u32>': { size: 16, align: 16 },
};

const roundUp = (value, multiple) => Math.ceil(value / multiple) * multiple;

/** Type name → size and alignment, fixed arrays and earlier structs included. */
function measure(type, structs, where) {
  const array = /^array<(.+),\s*(\d+)u?>$/.exec(type);
  if (array) {
    const element = measure(array[1].trim(), structs, where);
    return { size: roundUp(element.size, element.align) * Number(array[2]), align: element.align };
  }
  const known = TYPES[type] ?? structs.find((struct) => struct.name === type);
  if (!known) throw new Error(`${where}: type '${type}' cannot be part of a record`);
  return known;
}

/** All structs of a WGSL text, in order: name, size, align, fields { name, type, offset }. */
export function parseRecords(text, file) {
  const structs = [];
  const clean = text.replace(/\/\/[^\n]*/g, '');
  for (const [, name, body] of clean.matchAll(/struct\s+(\w+)\s*\{([^}]*)\}/g)) {
    let offset = 0;
    let align = 4;
    const fields = [];
    for (const [, field, type] of body.matchAll(/(\w+)\s*:\s*((?:[^,<>]|<(?:[^<>]|<[^<>]*>)*>)+),?/g)) {
      const layout = measure(type.trim(), structs, `${file}: struct ${name}.${field}`);
      offset = roundUp(offset, layout.align);
      fields.push({ name: field, type: type.trim(), offset });
      offset += layout.size;
      align = Math.max(align, layout.align);
    }
    structs.push({ name, size: roundUp(offset, align), align, fields });
  }
  return structs;
}

const HEAD = '// Generated from wgsl/records.wgsl by scripts/generate-records.mjs.\n';

function typeScript(structs) {
  const one = ({ name, size, fields }) => {
    const lines = fields.map((field) => `  ${field.name}: ${field.offset},`);
    return `/** Byte offsets. */\nexport const ${name} = {\n  SIZE: ${size},\n${lines.join('\n')}\n} as const;\n`;
  };
  return `${HEAD}\n${structs.map(one).join('\n')}`;
}

function assemblyScript(structs) {
  const one = ({ name, size, fields }) => {
    const lines = fields.map((field) => `  export const ${field.name}: usize = ${field.offset};`);
    return `export namespace ${name} {\n  export const SIZE: usize = ${size};\n${lines.join('\n')}\n}\n`;
  };
  return `${HEAD}\n${structs.map(one).join('\n')}`;
}

/** Writes src/engine/records.generated.ts and wasm/records.generated.ts. */
export function generateRecords(root) {
  const file = 'wgsl/records.wgsl';
  const structs = parseRecords(readFileSync(`${root}${file}`, 'utf8'), file);
  writeFileSync(`${root}src/engine/records.generated.ts`, typeScript(structs));
  writeFileSync(`${root}wasm/records.generated.ts`, assemblyScript(structs));
}
