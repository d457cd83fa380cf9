import { describe, expect, it } from 'vitest';
import { HEAD_AHEAD, HEAD_ASIDE, HEAD_TURNS, PulseProgram } from '../../src/device/records.generated.js';
import { writeKeptHead } from '../../src/pack/kept-head.js';
import { RecordWriter } from '../../src/pack/record-writer.js';

/** State, sine and cosine of a head that starts at an angle and turns at a rate. */
function headOf(angle: number, rate = 0): number[] {
  const writer = new RecordWriter(PulseProgram.SIZE);
  writeKeptHead(writer, angle, rate);
  const view = new DataView(writer.buffer);
  const numbers = [PulseProgram.headSine, PulseProgram.headCosine].map((at) => view.getFloat64(at, true));
  return [view.getUint32(PulseProgram.head, true), ...numbers];
}

describe('the angle of a head that stands', () => {
  it.each([0, -0])('is none at %d', (angle) => expect(headOf(angle)).toEqual([HEAD_AHEAD, 0, 1]));

  it.each([0.3, -0.4, 1, 2, 3, 4, 5, 6, -7, -8, -9, -10, 100, 1e5, 1e-9])('has its sine and cosine: %d', (angle) => {
    const [head, sine, cosine] = headOf(angle);
    expect(head).toBe(HEAD_ASIDE);
    expect([sine, cosine]).toEqual([expect.closeTo(Math.sin(angle), 13), expect.closeTo(Math.cos(angle), 13)]);
  });

  it('is the device’s own to work out where it turns', () => {
    expect(headOf(0.3, -0.1)[0]).toBe(HEAD_TURNS);
  });
});
