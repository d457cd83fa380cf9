// Record layouts and constants: reads wgsl/records.wgsl and writes sizes, offsets and values for
// TypeScript and AssemblyScript.
import { readFileSync, writeFileSync } from 'node:fs';

/** WGSL types that records may use: size and alignment in bytes (WGSL specification, "Alignment and Size"). */
const TYPES = {
  f32: { size: 4, align: 4 },
  u32: { size: 4, align: 4 },
  i32: { size: 4, align: 4 },
  'vec2<f32>': { size: 8, align: 8 },
  'vec3<f32>': { size: 12, align: 16 },
  'vec4<f32>': { size: 16, align: 16 },
  'vec2<u32>': { size: 8, align: 8 },
  // Aliases of vec2<u32> in records.wgsl: the bits of an f64.
  F64: { size: 8, align: 8 },
  Rotation: { size: 8, align: 8 },
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

/** All constants of a WGSL text, in order: name, type (f64 without one), value. Expressions may name earlier ones. */
export function parseConstants(text, file) {
  const constants = [];
  const clean = text.replace(/\/\/[^\n]*/g, '');
  for (const [, name, type = 'f64', expression] of clean.matchAll(/const\s+(\w+)\s*(?::\s*(\w+)\s*)?=\s*([^;]+);/g)) {
    if (!['u32', 'i32', 'f32', 'f64'].includes(type))
      throw new Error(`${file}: const ${name}: type '${type}' cannot be shared`);
    constants.push({ name, type, value: evaluate(expression, constants, `${file}: const ${name}`) });
  }
  return constants;
}

/** Products and quotients of numbers and of earlier constants. */
function evaluate(expression, constants, where) {
  const [first, ...rest] = expression.split(/\s*([*/])\s*/).map((part) => part.trim());
  const numberOf = (operand) => {
    const value = constants.find(({ name }) => name === operand)?.value ?? Number(operand.replace(/u$/, ''));
    if (Number.isNaN(value)) throw new Error(`${where}: '${operand}' is no number`);
    return value;
  };
  let value = numberOf(first);
  for (let k = 0; k < rest.length; k += 2)
    value = rest[k] === '*' ? value * numberOf(rest[k + 1]) : value / numberOf(rest[k + 1]);
  return value;
}

const HEAD = '// Generated from wgsl/records.wgsl by scripts/generate-records.mjs.\n';

/** Values as text: whole words in hexadecimal where they are masks. */
const literal = ({ type, value }) =>
  type === 'u32' && value > 0xffff ? `0x${value.toString(16).padStart(8, '0')}` : `${value}`;

function typeScript(structs, constants) {
  const values = constants.map((constant) => `export const ${constant.name} = ${literal(constant)};\n`);
  const one = ({ name, size, fields }) => {
    const lines = fields.map((field) => `  ${field.name}: ${field.offset},`);
    return `/** Byte offsets. */\nexport const ${name} = {\n  SIZE: ${size},\n${lines.join('\n')}\n} as const;\n`;
  };
  const names = structs.map(({ name }) => `  ${name},`).join('\n');
  const table = `/** All records by name. */\nexport const RECORDS = {\n${names}\n} as const;\n\nexport type RecordName = keyof typeof RECORDS;\n`;
  return `${HEAD}\n${values.join('')}\n${structs.map(one).join('\n')}\n${table}`;
}

function assemblyScript(structs, constants) {
  const values = constants.map(
    (constant) => `export const ${constant.name}: ${constant.type} = ${literal(constant)};\n`,
  );
  const one = ({ name, size, fields }) => {
    const lines = fields.map((field) => `  export const ${field.name}: usize = ${field.offset};`);
    return `export namespace ${name} {\n  export const SIZE: usize = ${size};\n${lines.join('\n')}\n}\n`;
  };
  return `${HEAD}\n${values.join('')}\n${structs.map(one).join('\n')}`;
}

/** Writes src/device/records.generated.ts and wasm/records.generated.ts. */
export function generateRecords(root) {
  const file = 'wgsl/records.wgsl';
  const text = readFileSync(`${root}${file}`, 'utf8');
  const structs = parseRecords(text, file);
  const constants = parseConstants(text, file);
  writeFileSync(`${root}src/device/records.generated.ts`, typeScript(structs, constants));
  writeFileSync(`${root}wasm/records.generated.ts`, assemblyScript(structs, constants));
}
