import { describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { parseLayouts } from '../scripts/generate-layouts.mjs';
// @ts-expect-error: a build script without types
import { parseRecords } from '../scripts/generate-records.mjs';
import { LIGHT_SPEED } from '../src/device/records.generated.js';
import { SPEED_OF_LIGHT } from '../src/scanner/receiver/constants.js';

it('light is as fast in the model as on the device', () => {
  expect(SPEED_OF_LIGHT).toBe(LIGHT_SPEED);
});

describe('record layouts', () => {
  it('follows WGSL alignment: vec3 on 16 bytes, size rounded to the largest alignment', () => {
    const [record] = parseRecords('struct A { a: f32, b: vec3<f32>, c: u32, d: array<vec2<f32>, 3>, }', 'x');
    expect(record.fields.map((field: { offset: number }) => field.offset)).toEqual([0, 16, 28, 32]);
    expect(record.size).toBe(64);
  });

  it('names the field whose type it does not know', () => {
    expect(() => parseRecords('struct A { a: f64 }', 'r.wgsl')).toThrow("r.wgsl: struct A.a: type 'f64'");
  });
});

describe('layouts of AssemblyScript', () => {
  it('are those of exported enums and namespaces, numbers as they count', () => {
    const text = [
      'const enum Own {\n  a,\n}',
      'export const enum Kind {\n  /** Of 4, {} or 5. */\n  none,\n  some = 4,\n  more, // b,\n}',
      'export namespace Step {\n  export const SIZE: usize = 16;\n  export const at: usize = 8;\n}',
    ].join('\n');
    expect(parseLayouts(text)).toEqual([
      {
        name: 'Kind',
        members: [
          { name: 'none', value: 0 },
          { name: 'some', value: 4 },
          { name: 'more', value: 5 },
        ],
      },
      {
        name: 'Step',
        members: [
          { name: 'SIZE', value: 16 },
          { name: 'at', value: 8 },
        ],
      },
    ]);
  });
});
