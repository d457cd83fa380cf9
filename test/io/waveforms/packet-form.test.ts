import { describe, expect, it } from 'vitest';
import { createWaveformBatch } from '../../../src/cloud/waveform-batch.js';
import { codeOf, DescriptorTable, formOf, packetSamples } from '../../../src/io/las/packet-form.js';
import { descriptorVlrs, type WaveformDescriptor } from '../../../src/io/las/waveform-descriptor.js';

const FORM: WaveformDescriptor = { bits: 16, compression: 0, samples: 8, spacing: 1000, gain: 1, offset: 0 };

it('has few lengths: twelve up to 512 samples, none more than half again as long as the part', () => {
  const lengths = new Set(Array.from({ length: 64 }, (_, k) => packetSamples(8 * (k + 1))));
  expect([...lengths]).toEqual([8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512]);
  expect(packetSamples(513)).toBe(768);
});

describe('watts', () => {
  it.each([1e-12, 3.7e-9, 2e-6, 0.4])(
    'up to %d are rounded to 1/14,000 of it, and noise below zero is kept',
    (most) => {
      const batch = createWaveformBatch(1, 3, { interval: 1e-9, bits: 0, baseline: 0 });
      batch.sampleCount[0] = 3;
      batch.samples.set([most, -most / 8, 0]);
      const form = formOf(batch, 0);
      expect((Math.log(form.gain) / Math.log(4)) % 1).toBeCloseTo(0, 9);
      for (const sample of batch.samples) {
        const code = codeOf(sample, 0, form);
        expect(code).toBeGreaterThanOrEqual(0);
        expect(code).toBeLessThanOrEqual(65_535);
        expect(Math.abs(form.offset + form.gain * code - sample)).toBeLessThanOrEqual(most / 14_000);
      }
      expect(form.offset + form.gain * codeOf(0, 0, form)).toBe(0);
    },
  );

  it('have a gain in a dark part', () => {
    const batch = createWaveformBatch(1, 8, { interval: 1e-9, bits: 0, baseline: 0 });
    batch.sampleCount[0] = 8;
    const { gain, offset } = formOf(batch, 0);
    expect([gain > 0, Number.isFinite(offset)]).toEqual([true, true]);
  });
});

describe('the table of descriptors', () => {
  it('takes one of more samples when it is full, and says when there is none', () => {
    const table = new DescriptorTable();
    const find = (gain: number, samples: number) => {
      const batch = createWaveformBatch(1, samples, { interval: 1e-9, bits: 12, baseline: 0 });
      batch.sampleCount[0] = samples;
      batch.gain[0] = gain;
      return table.find(batch, 0);
    };
    for (let k = 1; k <= 255; k++) expect(find(k, 16)).toBe(k);
    expect([find(7, 16), find(7, 8)]).toEqual([7, 7]);
    expect(() => find(7, 24)).toThrow('the waveforms have more than 255 lengths and gains, the most that LAS holds');
  });

  it('takes the same room in a file whatever it holds', () => {
    const sizes = [0, 1, 100, 254, 255].map((count) =>
      descriptorVlrs(new Array(count).fill(FORM)).reduce((sum, { data }) => sum + 54 + data.length, 0),
    );
    expect(new Set(sizes)).toEqual(new Set([255 * 80]));
  });
});
