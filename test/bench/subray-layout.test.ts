import { describe, expect, it } from 'vitest';
import { fromRecords, toRecords } from '../../src/bench/subray-layout.js';
import { Hit } from '../../src/device/records.generated.js';

const PULSES = 5;
const SUBRAYS = 3;

/** Words that encode their place: pulse, subray and word of the record. */
const records = (words: number) =>
  Uint32Array.from({ length: PULSES * SUBRAYS * words }, (_, k) => {
    const [pulse, subray] = [Math.floor(k / words / SUBRAYS), Math.floor(k / words) % SUBRAYS];
    return 100 * pulse + 10 * subray + (k % words);
  });

describe('items of subrays on the GPU', () => {
  it('lie by subray before pulse, hits by field before both', () => {
    const directions = new Uint32Array(fromRecords('directions', records(4).buffer, PULSES));
    expect([...directions.slice(0, 12)]).toEqual([0, 1, 2, 3, 100, 101, 102, 103, 200, 201, 202, 203]);
    expect(directions[4 * PULSES]).toBe(10);
    const hits = new Uint32Array(fromRecords('hits', records(8).buffer, PULSES));
    expect([...hits.slice(0, PULSES + 1)]).toEqual([0, 100, 200, 300, 400, 10]);
    expect(hits[(Hit.energy / 4) * PULSES * SUBRAYS]).toBe(7);
  });

  it.each(['directions', 'hits'] as const)('come back as the records that they were: %s', (name) => {
    const before = records(name === 'hits' ? 8 : 4);
    expect(new Uint32Array(toRecords(name, fromRecords(name, before.buffer, PULSES), PULSES))).toEqual(before);
  });
});
