import { describe, expect, it } from 'vitest';
import { createPointBatch, OPTIONAL_KEYS, optionalArray } from '../../src/cloud/point-batch.js';
import { attributeNamed, POINT_ATTRIBUTES } from '../../src/cloud/point-schema.js';

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
/** LAS texts have 32 bytes; one is left for readers that want a zero at the end. */
const LAS_TEXT = 31;

describe('POINT_ATTRIBUTES', () => {
  const batch = createPointBatch(1);
  for (const key of OPTIONAL_KEYS) optionalArray(batch, key);

  it.each(POINT_ATTRIBUTES.map((attribute) => [attribute.name, attribute] as const))(
    '%s fits the batch',
    (_, attribute) => {
      const array = batch[attribute.key];
      expect(array).toBeInstanceOf(ARRAYS[attribute.type]);
      expect(array).toHaveLength(attribute.components);
      expect(attribute.component).toBeLessThan(attribute.components);
    },
  );

  it('holds every number of a batch, once', () => {
    const places = POINT_ATTRIBUTES.map(({ key, component }) => `${key}[${component}]`);
    const { count, ...arrays } = batch;
    const expected = Object.entries(arrays).flatMap(([key, array]) => [...array].map((_, i) => `${key}[${i}]`));
    expect(places.sort()).toEqual(expected.sort());
  });

  it('has names that are unique and fit LAS', () => {
    const names = POINT_ATTRIBUTES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { extraName = '', description, unit } of POINT_ATTRIBUTES) {
      expect(extraName.length).toBeLessThanOrEqual(LAS_TEXT);
      expect(`${description} [${unit ?? ''}]`.length - (unit ? 0 : 3), description).toBeLessThanOrEqual(LAS_TEXT);
    }
  });

  it('is found by name', () => {
    expect(attributeNamed('echo_width').key).toBe('echoWidth');
    expect(() => attributeNamed('colour')).toThrow('colour');
  });
});
