import { expect, it } from 'vitest';
import { scannerJson, scannerRows } from '../../../src/cli/describe/describe-scanner.js';
import { samplingRows } from '../../../src/scanner/sheet/receiver-rows.js';
import { readReceiver } from '../../scanner/receiver/read-receiver.js';

const rows = (receiver: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(samplingRows(readReceiver(receiver)));

it('says nothing of a receiver without samples but its near range', () => {
  expect(rows({})).toEqual({});
  expect(rows({ overlap: { from: 1, to: 5 } })).toEqual({ overlap: 'from 1 to 5 m' });
});

it('tells samples, noise, and what the detector finds', () => {
  const noise = { quantumEfficiency: 0.4, gain: 100, amplifier: 2 };
  const sampling = { rate: 2, bits: 12, saturation: 1e-5, gainSteps: 2 };
  const told = rows({ bandwidth: 200, noise, sampling, threshold: { sigmas: 5 } });
  expect(told.samples).toBe('2 GHz, 1024 of a pulse at most, 12 bits to 1.00e-5 W, automatic gain to 1/4');
  // √(5² + 1.56²), with 0.312 / 200 MHz of the filter.
  expect(told.response).toMatch(/^5\.23\d? ns /);
  expect(told.noise).toBe('8.24e-10 W, 430.3 false alarms/s');
  expect(told.detector).toMatch(/^peak, from 4\.12e-9 W, white wall at /);
  expect(told['best range noise']).toMatch(/^\d\d\.\d+ mm at 10 times the noise$/);
});

it('tells the counts of a detector of photons', () => {
  const detector = { kind: 'geiger', deadTime: 50, darkRate: 1000 };
  const told = rows({ noise: { quantumEfficiency: 0.3 }, detector });
  expect(told.detector).toBe('geiger, 1000 counts/s without signal, dead for 50 ns');
});

it('does not list the response in JSON, and names no limit that samples replace', () => {
  const scanner = readReceiver({ sampling: {} });
  expect(scannerJson(scanner)).toMatchObject({ sampling: { response: { values: expect.any(Number) } } });
  const text = scannerRows(scanner).join('\n');
  expect(text).toContain('detected in the samples');
  expect(text).not.toContain('detects');
});
