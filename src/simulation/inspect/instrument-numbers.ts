import type { PulseProgram } from '../../device/pulse-program.js';
import { BINS, CLUSTERS, Instrument } from '../../device/records.generated.js';

/** Numbers of a leg's instrument as the device has them. */
export interface InstrumentNumbers {
  method: 'peaks' | 'clusters' | 'bins';
  /** Standard deviation of the received pulse, metres of range. */
  pulseSpread: number;
  /** Peak power of a pulse over its energy, 1/s. */
  peakRate: number;
  /** Least power of a return, watts; of clusters, least energy, joules. */
  minPower: number;
  minEnergy: number;
  maxReturns: number;
  rangeResolution: number;
  blindZone: number;
  /** How far noise may move a range R, metres: reach + growth · R. */
  gate: { readonly reach: number; readonly growth: number };
  /** Distances at which the beam is √2 times as wide as at its exit, to the right and upwards, metres. */
  rayleigh: readonly [number, number];
}

/** Reads the numbers from the program of the leg. */
export function instrumentNumbers({ buffers }: PulseProgram): InstrumentNumbers {
  const floats = new Float32Array(buffers.instrument);
  const words = new Uint32Array(buffers.instrument);
  const method = words[Instrument.method / 4];
  const numberAt = (field: number) => floats[field / 4];
  return {
    method: method === BINS ? 'bins' : method === CLUSTERS ? 'clusters' : 'peaks',
    pulseSpread: numberAt(Instrument.pulseSpread),
    peakRate: numberAt(Instrument.peakRate),
    minPower: numberAt(Instrument.minPower),
    minEnergy: numberAt(Instrument.minEnergy),
    maxReturns: words[Instrument.maxReturns / 4],
    rangeResolution: numberAt(Instrument.rangeResolution),
    blindZone: numberAt(Instrument.blindZone),
    gate: { reach: numberAt(Instrument.gateReach), growth: numberAt(Instrument.gateGrowth) },
    rayleigh: [numberAt(Instrument.rayleighRight), numberAt(Instrument.rayleighUp)],
  };
}
