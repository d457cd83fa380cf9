import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as records from '../../../src/device/records.generated.js';
import { gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';

interface Field {
  name: string;
  /** f32, u32 or i32. */
  scalar: string;
  components: number;
  /** Of an array; 0: a single one. */
  elements: number;
}

const text = readFileSync(new URL('../../../wgsl/records.wgsl', import.meta.url), 'utf8')
  .replace(/\/\/.*$/gm, '')
  .replace(/\b(F64|Rotation)\b/g, 'vec2<u32>');

/** Structs of records.wgsl with their fields. */
const STRUCTS: [name: string, fields: Field[]][] = [...text.matchAll(/struct (\w+) \{([^}]*)\}/g)].map(
  ([, name, body]) => [name, fieldsOf(body)],
);

function fieldsOf(body: string): Field[] {
  return [...body.matchAll(/(\w+): (array<)?(?:vec(\d)<(\w+)>|(\w+))(?:, (\d+)>)?/g)].map(
    ([, name, , width, element, single, elements]) => {
      return { name, scalar: element ?? single, components: Number(width ?? 1), elements: Number(elements ?? 0) };
    },
  );
}

/** Offsets as the host has them. */
const LAYOUTS: Readonly<Record<string, Readonly<Record<string, number>>>> = records.RECORDS;

const RECORDS = 3;

/** WGSL that gives every component of record i a number of its own: 1000 · i and its place among all components. */
function writeAll(fields: readonly Field[]): string {
  let place = 0;
  return fields
    .flatMap(({ name, scalar, components, elements }) =>
      Array.from({ length: elements || 1 }, (_, element) => {
        const values = Array.from({ length: components }, () => `${scalar}(1000u * i + ${++place}u)`);
        const target = elements > 0 ? `${name}[${element}]` : name;
        return `out[i].${target} = ${components > 1 ? `vec${components}<${scalar}>(${values})` : values[0]};`;
      }),
    )
    .join('\n');
}

describe.skipIf(!gpuFound)(`records lie on the GPU as the host has them${NEEDS_GPU}`, () => {
  it('and are all known to the host', () => {
    expect(STRUCTS.length).toBeGreaterThan(10);
    expect(STRUCTS.map(([name]) => name).sort()).toEqual(Object.keys(LAYOUTS).sort());
  });

  it.each(STRUCTS)('%s', async (name, fields) => {
    const layout = LAYOUTS[name];
    expect(Object.keys(layout).sort()).toEqual([...fields.map((field) => field.name), 'SIZE'].sort());
    const bytes = RECORDS * layout.SIZE;
    const bindings = [{ name: 'out', type: `array<${name}>`, space: 'read_write', bytes }] as const;
    const { out } = await runOnGpu([], bindings, writeAll(fields), RECORDS);
    const view = new DataView(out);
    for (let i = 0; i < RECORDS; i++) {
      let place = 0;
      for (const { name: field, scalar, components, elements } of fields)
        for (let k = 0; k < components * (elements || 1); k++) {
          const at = i * layout.SIZE + layout[field] + 4 * k;
          // The numbers are small: a word without sign reads as one with it.
          const value = scalar === 'f32' ? view.getFloat32(at, true) : view.getUint32(at, true);
          expect(value, `${name} ${i}: ${field}[${k}]`).toBe(1000 * i + ++place);
        }
    }
  });
});
