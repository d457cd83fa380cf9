import { expect, it } from 'vitest';
import { placeFields } from '../../../src/io/records/record-encoder.js';

it('fields lie one behind the other, each with the bytes of its type', () => {
  const types = ['f64', 'u8', 'u16', 'f32', 'u32'] as const;
  const { fields, recordLength } = placeFields(types.map((type, k) => ({ type, name: `field ${k}` })));
  expect(fields.map(({ at }) => at)).toEqual([0, 8, 9, 11, 15]);
  expect(fields[2]).toEqual({ type: 'u16', name: 'field 2', at: 9 });
  expect(recordLength).toBe(19);
  expect(placeFields([])).toEqual({ fields: [], recordLength: 0 });
});
