// The device's deflectors: reads wgsl/deflectors/ and the constants DEFLECT_… of wgsl/records.wgsl, and writes them as
// a table for TypeScript and as a switch for AssemblyScript.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseConstants, parseRecords } from './generate-records.mjs';

const HEAD = '// Generated from wgsl/deflectors/ and wgsl/records.wgsl by scripts/generate-deflectors.mjs.\n';

/** Types of a record's fields for the host. */
const FIELD_TYPES = { F64: 'f64', Rotation: 'rotation', u32: 'u32', f32: 'f32' };

/**
 * Name, number and element record of every deflector, by number. Throws if one of its texts or its number is missing.
 */
export function readDeflectors(root) {
  const records = readFileSync(`${root}wgsl/records.wgsl`, 'utf8');
  const constants = parseConstants(records, 'wgsl/records.wgsl');
  const structs = parseRecords(records, 'wgsl/records.wgsl');
  const found = readdirSync(`${root}wgsl/deflectors`).flatMap((file) => {
    const name = file.replace('.wgsl', '');
    const element = /^alias Element = (\w+);/m.exec(readFileSync(`${root}wgsl/deflectors/${file}`, 'utf8'))?.[1];
    return element === undefined ? [] : [deflectorOf(root, name, element, constants, structs)];
  });
  for (const { name } of constants.filter(({ name }) => name.startsWith('DEFLECT_')))
    if (!found.some((one) => one.constant === name))
      throw new Error(`wgsl/records.wgsl: ${name} has no text in wgsl/deflectors/`);
  return found.sort((a, b) => a.number - b.number);
}

function deflectorOf(root, name, element, constants, structs) {
  const constant = `DEFLECT_${name.toUpperCase()}`;
  const number = constants.find((one) => one.name === constant)?.value;
  const record = structs.find((one) => one.name === element);
  if (number === undefined) throw new Error(`wgsl/deflectors/${name}.wgsl: records.wgsl has no ${constant}`);
  if (record === undefined) throw new Error(`wgsl/deflectors/${name}.wgsl: records.wgsl has no struct ${element}`);
  if (!existsSync(`${root}wasm/deflectors/${name}.ts`))
    throw new Error(`wgsl/deflectors/${name}.wgsl has no twin wasm/deflectors/${name}.ts`);
  const fields = record.fields.filter((field) => !field.name.startsWith('unused'));
  return { name, number, constant, element, fields };
}

function typeScript(deflectors) {
  const one = ({ name, constant, element, fields }) => {
    const types = fields.map((field) => `${field.name}: '${FIELD_TYPES[field.type]}'`).join(', ');
    return `  ${name}: { number: records.${constant}, element: records.${element}, fields: { ${types} } },\n`;
  };
  const doc = [
    '/**',
    ' * What deflects a beam on the device: its number in PulseProgram.kind, the record of its elements, and how the host writes',
    " * each field of it: 'rotation' for numbers of a rotation, see RecordWriter.",
    ' */',
  ].join('\n');
  const rows = deflectors.map(one).join('');
  const type = 'export type DeviceDeflector = keyof typeof DEVICE_DEFLECTORS;\n';
  return `${HEAD}\nimport * as records from './records.generated.js';\n\n${doc}\nexport const DEVICE_DEFLECTORS = {\n${rows}} as const;\n\n${type}`;
}

function assemblyScript(deflectors) {
  const imports = deflectors.map(({ name }) => `import { ${name} } from './deflectors/${name}';\n`).join('');
  const constants = deflectors.map(({ constant }) => constant).join(', ');
  const cases = deflectors
    .map(({ name, constant }) => `    case ${constant}: return ${name}(first, second);\n`)
    .join('');
  const doc =
    '/** Leaves the beams of the two shots scheduled last in deflectors/beam; `first` and `second` are their Channel records. */\n';
  const body = `export function deflect(first: usize, second: usize): void {\n  switch (load<u32>(program, PulseProgram.kind)) {\n${cases}  }\n}\n`;
  const more = `import { program } from './addresses.generated';\nimport { ${constants}, PulseProgram } from './records.generated';\n`;
  return `${HEAD}\n${more}${imports}\n${doc}${body}`;
}

/** Writes src/device/deflectors.generated.ts and wasm/deflect.generated.ts. */
export function generateDeflectors(root) {
  const deflectors = readDeflectors(root);
  writeFileSync(`${root}src/device/deflectors.generated.ts`, typeScript(deflectors));
  writeFileSync(`${root}wasm/deflect.generated.ts`, assemblyScript(deflectors));
}
