import { describe, expect, it } from 'vitest';
import { classLookupVlrs, readClassLookup } from '../../../src/io/las/class-lookup.js';

describe('the classification lookup', () => {
  it('has 256 records of number and 15 characters', () => {
    const [vlr] = classLookupVlrs({ 64: 'Vehicle', 66: 'Street furniture' });
    expect([vlr.userId, vlr.recordId, vlr.data.length]).toEqual(['LASF_Spec', 0, 4096]);
    expect([...vlr.data.subarray(64 * 16, 64 * 16 + 9)]).toEqual([64, ...Buffer.from('Vehicle'), 0]);
    expect(readClassLookup(vlr.data)).toEqual({ 64: 'Vehicle', 66: 'Street furnitur' });
  });

  it('is missing without names', () => {
    expect(classLookupVlrs()).toEqual([]);
    expect(classLookupVlrs({})).toEqual([]);
  });

  it('is read in any order, and no further than its bytes', () => {
    const data = new Uint8Array(40);
    data.set([70, ...Buffer.from('crane')], 0);
    data.set([2, ...Buffer.from('earth')], 16);
    data.set([71, 65], 32);
    expect(readClassLookup(data)).toEqual({ 2: 'earth', 70: 'crane' });
    expect(readClassLookup(new Uint8Array(0))).toEqual({});
  });
});
