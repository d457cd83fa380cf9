import { describe, expect, it } from 'vitest';
import { overrideReceiver } from '../../../src/scanner/receiver/override-receiver.js';
import { overridePulse } from '../../../src/scanner/receiver/resolve-pulse.js';

const LINE = { range: 100, reflectance: 0.1, probability: 0.9, falseAlarms: 10 };

describe('a survey’s numbers of the receiver', () => {
  it('replace one of a map and keep the others', () => {
    const receiver = { diameter: 0.1, bandwidth: 100, sampling: { rate: 2, bits: 12, saturation: 1e-6 } };
    expect(overrideReceiver(receiver, { sampling: { bits: 8 } })).toEqual({
      ...receiver,
      sampling: { rate: 2, bits: 8, saturation: 1e-6 },
    });
    expect(overrideReceiver(receiver, { threshold: 1e-8 })).toEqual({ ...receiver, threshold: 1e-8 });
    expect(overrideReceiver(receiver, undefined)).toEqual(receiver);
    expect(overrideReceiver(undefined, { sampling: { bits: 8 } })).toEqual({ sampling: { bits: 8 } });
  });

  it('replace a noise of the other form, and what says the same', () => {
    const diode = { quantumEfficiency: 0.4, gain: 10, sun: { elevation: 30, filter: 5 } };
    expect(overrideReceiver({ noise: diode }, { noise: LINE }).noise).toEqual(LINE);
    expect(overrideReceiver({ noise: LINE }, { noise: diode }).noise).toEqual(diode);
    expect(overrideReceiver({ noise: LINE }, { noise: { range: 50 } }).noise).toEqual({ ...LINE, range: 50 });
    const { noise } = overrideReceiver({ noise: diode }, { noise: { responsivity: 0.5, sun: { irradiance: 0.2 } } });
    expect(noise).toEqual({ responsivity: 0.5, gain: 10, sun: { irradiance: 0.2, filter: 5 } });
  });

  it('keep nothing of a detector of another kind', () => {
    const detector = { kind: 'constantFraction', fraction: 0.4 } as const;
    expect(overrideReceiver({ detector }, { detector: { kind: 'peak' } }).detector).toEqual({ kind: 'peak' });
    expect(overrideReceiver({ detector }, { detector: { fraction: 0.6 } }).detector).toEqual({
      ...detector,
      fraction: 0.6,
    });
  });

  it('replace a formula’s duration by a measured pulse', () => {
    const shape = { times: [0, 1, 2, 3], power: [0, 1, 0.5, 0] };
    expect(overridePulse({ energy: 1e-6, duration: 5 }, { shape })).toEqual({ energy: 1e-6, shape });
    expect(overridePulse({ duration: 5 }, { shape: 'helios' })).toEqual({ duration: 5, shape: 'helios' });
  });
});
