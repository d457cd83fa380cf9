import { describe, expect, it } from 'vitest';
import { epsgSystem } from '../../src/crs/epsg-table.js';
import { sameSystem } from '../../src/crs/same-system.js';

/** The system of a code, with its code or, as ArcGIS writes it, without. */
async function crsOf(code: number, { bare = false } = {}) {
  const system = await epsgSystem(code);
  if (!system || system.kind === 'other') throw new Error(`no EPSG:${code}`);
  const { name, wkt } = system;
  if (!bare) return { name, code: `EPSG:${code}`, wkt };
  const plain = wkt.replace(/,AUTHORITY\["EPSG","\d+"\]/g, '').replace('DATUM["', 'DATUM["D_');
  return { name: name.replaceAll(/\W+/g, '_'), wkt: plain.replace('UNIT["metre",1]', 'UNIT["Meter",1.0]') };
}

describe('sameSystem', () => {
  it('is told by what a system defines, not by what it is called', async () => {
    expect(sameSystem(await crsOf(32632), await crsOf(32632, { bare: true }))).toBe('same');
    expect(sameSystem(await crsOf(32632), await crsOf(32633, { bare: true }))).toBe('other');
    expect(sameSystem(await crsOf(25832), await crsOf(32632))).toBe('other');
    expect(sameSystem(await crsOf(28992), { name: 'elsewhere' })).toBe('unsure');
  });

  it('is told in another unit if that is asked for', async () => {
    const [feet, metres] = [await crsOf(2994), await crsOf(2993)];
    expect(sameSystem(feet, metres)).toBe('other');
    expect(sameSystem(feet, metres, { anyUnit: true })).toBe('same');
  });
});
