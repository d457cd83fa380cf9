import { describe, expect, it } from 'vitest';
import { noCounts, OUTPUTS } from '../../../src/device/buffers.js';
import { Point } from '../../../src/device/records.generated.js';
import type { SlotBuffers } from '../../../src/engine/gpu/chunk-buffers.js';
import { OutputReader } from '../../../src/engine/gpu/output-reader.js';
import { SETTINGS } from '../../support/gpu-engine.js';

const ROOMY = Object.fromEntries(
  OUTPUTS.map(({ name }) => [name, { size: 2 ** 30 }]),
) as unknown as SlotBuffers['outputs'];
const PULSES = 10_000;
const points = OUTPUTS.findIndex(({ name }) => name === 'points');

describe('the outputs that are asked for with a chunk', () => {
  const asked = (reader: OutputReader) => reader.expected(ROOMY, PULSES)[points] / Point.SIZE;
  const see = (reader: OutputReader, returns: number) => reader.learn({ ...noCounts(), returns }, PULSES);

  it('are a return a pulse at first, then what came back, and some more', () => {
    const reader = new OutputReader(SETTINGS);
    expect(asked(reader)).toBe(PULSES);
    see(reader, 15_000);
    expect(asked(reader)).toBe(15_750);
  });

  it('become fewer, slowly, where less comes back; not fewer than a 64th of a return a pulse', () => {
    const reader = new OutputReader(SETTINGS);
    see(reader, 15_000);
    see(reader, 1000);
    expect(asked(reader)).toBe(Math.ceil(15_750 * 0.95));
    for (let chunk = 0; chunk < 100; chunk++) see(reader, 1000);
    expect(asked(reader)).toBe(1050);
    for (let chunk = 0; chunk < 200; chunk++) see(reader, 0);
    expect(asked(reader)).toBe(Math.ceil(PULSES / 64));
  });

  it('are at once as many as came back where that is more', () => {
    const reader = new OutputReader(SETTINGS);
    for (let chunk = 0; chunk < 200; chunk++) see(reader, 0);
    see(reader, 20_000);
    expect(asked(reader)).toBe(21_000);
  });
});
