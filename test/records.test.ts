import { describe, expect, it } from 'vitest';
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
