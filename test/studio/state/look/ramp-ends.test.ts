import { describe, expect, it } from 'vitest';
import { rampBars, rampMarks, rampTexts, valueText } from '../../../../studio/state/look/ramp-ends.js';

describe('a ramp', () => {
  it('tells its ends and its middle to the digits that keep them apart', () => {
    expect(rampTexts([0, 0.203141, 0.406282], 'm')).toEqual(['0 m', '0.203 m', '0.406 m']);
    expect(rampTexts([1.52345, 63.0123], 'm')).toEqual(['1.5 m', '63 m']);
    const time = [419_724_824.12, 419_724_829.87, 419_724_835.62];
    expect(rampTexts(time, 's')).toEqual(['419,724,824.1 s', '+5.8 s', '+11.5 s']);
    expect(rampTexts([1.2e-15, 4.51e-13], 'J')).toEqual(['1.2 fJ', '451 fJ']);
    expect(rampTexts([3, 3], undefined)).toEqual(['3', '3']);
    expect(rampTexts([2054, 142_992], undefined)).toEqual(['2,054', '142,992']);
    expect(rampTexts([0, Math.PI / 2], 'rad')).toEqual(['0.00°', '90.00°']);
  });

  it('tells values that are nearly equal by how far they are from the first', () => {
    expect(rampTexts([5e-9, 5.0004e-9, 5.0008e-9], 's')).toEqual(['5 ns', '+400 fs', '+800 fs']);
    expect(rampTexts([419.00012, 419.00013, 419.00014], 'm')).toEqual(['419 m', '+0.00001 m', '+0.00002 m']);
    expect(rampTexts([1, 1.00001, 1.00002], 'rad')).toEqual(['57.30°', '+0.000573°', '+0.00115°']);
    expect(rampTexts([0.5, 0.50000001, 0.50000002], undefined)).toEqual(['0.5', '+0.00000001', '+0.00000002']);
    expect(rampTexts([5e-9, 5.0008e-9, 5.0008e-9], 's')).toEqual(['5 ns', '+800 fs', '+800 fs']);
  });

  it('has one mark where its ends are equal, and says what lies beyond', () => {
    expect(rampMarks([5e-9, 5e-9, 5e-9], 's', { hasBelow: false, hasAbove: false })).toEqual(['5 ns', '', '']);
    expect(rampMarks([5e-9, 5e-9, 5e-9], 's', { hasBelow: true, hasAbove: true })).toEqual(['≤ 5 ns', '', '≥ 5 ns']);
    expect(rampMarks([1, 2, 3], 'm', { hasBelow: true, hasAbove: false })).toEqual(['≤ 1 m', '2 m', '3 m']);
    const far = [419_724_824.12, 419_724_829.87, 419_724_835.62];
    expect(rampMarks(far, 's', { hasBelow: true, hasAbove: true })).toEqual(['≤ 419,724,824.1 s', '', '≥ +11.5 s']);
  });

  it('names small powers and energies with a prefix', () => {
    const found = [2.78e-7, 8.471e-5, 1e-6, 0.25, 0].map((value) => valueText(value, 'W'));
    expect(found).toEqual(['278 nW', '84.7 µW', '1 µW', '0.25 W', '0 W']);
  });

  it('leaves no digit of a whole number out', () => {
    expect([1_234_567, -3, 0.1234567].map((value) => valueText(value, undefined))).toEqual([
      '1,234,567',
      '-3',
      '0.123457',
    ]);
  });

  it('has the bars between its ends, and what lies beyond them in the outer ones', () => {
    const histogram = new Float64Array(8).fill(1);
    const all = { histogram, span: [0, 8] as [number, number] };
    expect(rampBars({ ...all, low: 0, high: 8 }, 4)).toEqual([2, 2, 2, 2]);
    expect(rampBars({ ...all, low: 2, high: 6 }, 4)).toEqual([3, 1, 1, 3]);
    expect(rampBars({ ...all, low: 2, high: 6 }, 8)).toEqual([2.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 2.5]);
    expect(rampBars({ ...all, low: 5, high: 5 }, 2)).toEqual([8, 0]);
  });
});
