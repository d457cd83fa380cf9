import { describe, expect, it } from 'vitest';
import { Cone } from '../../src/device/records.generated.js';
import { deflectorElements } from '../../src/pack/deflector-elements.js';

const CONE = { turnsPerShot: 0.1, phase: 0.25, across: Math.tan(0.3), along: Math.tan(0.2) };

describe('deflectorElements', () => {
  it('writes a record for each row', () => {
    const { deflector, records, count } = deflectorElements({ optics: 'cone', rows: [CONE, CONE] });
    expect({ deflector, count, bytes: records.byteLength }).toEqual({
      deflector: 'cone',
      count: 2,
      bytes: 2 * Cone.SIZE,
    });
    const view = new DataView(records, Cone.SIZE);
    expect(view.getFloat64(Cone.phase, true)).toBe(0.25);
    // Tangents are rounded to 2^-44, the same in every JavaScript engine.
    expect(view.getFloat64(Cone.along, true)).toBe(Math.round(CONE.along * 2 ** 44) / 2 ** 44);
  });

  it('writes the directions of a pattern', () => {
    const { records, count } = deflectorElements({ optics: 'pattern', directions: Float64Array.of(0, 1, 0, 0, 0, 1) });
    expect(count).toBe(2);
    expect([...new Float32Array(records)]).toEqual([0, 1, 0, 0, 0, 1]);
  });

  it('refuses rows that lack a field, or have one too many', () => {
    const { along: _along, ...without } = CONE;
    expect(() => deflectorElements({ optics: 'cone', rows: [without] })).toThrow("a record of 'cone' lacks 'along'");
    expect(() => deflectorElements({ optics: 'cone', rows: [{ ...CONE, tilt: 1 }] })).toThrow("has no field 'tilt'");
  });
});
