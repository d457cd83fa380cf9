import type { SourcePlace } from '../../../base/errors.js';
import { type HeliosReading, noteAt } from '../helios-reading.js';
import type { ScannerSettings } from '../scanner-settings-xml.js';
import { type HeliosOptics, prismsOf } from '../scanner-xml.js';
import { facetOf, halfAngleOf } from './facet.js';
import { written } from './written.js';

/** A deflector in our keys, or those of them that a leg replaces. */
export type NativeOptics = Record<string, unknown>;

/** HELIOS++'s oscillating mirror takes this many pulses to turn. */
const TURNING_PULSES = 100;

/** What is common to the optics of all legs. */
export function fixedOptics(optics: HeliosOptics, settings: ScannerSettings): NativeOptics {
  const pulseRate = settings.pulseFreq;
  switch (optics.kind) {
    case 'rotating':
      return standsStill(settings) ? { kind: 'spinning', firingPeriod: 1e6 / pulseRate } : { kind: 'polygon' };
    case 'oscillating':
      return { kind: 'oscillating', turningPulses: TURNING_PULSES };
    case 'line':
      return { kind: 'line', fibres: optics.fibres };
    case 'conic':
      return { kind: 'conic' };
    case 'risley':
      return { kind: 'risley', airIndex: optics.airIndex, prisms: prismsOf(optics) };
  }
}

/** Whether the mirror of a rotating scanner does not turn: its lasers are turned by the head alone. */
export const standsStill = ({ scanFreq }: ScannerSettings): boolean => scanFreq === 0;

/** The optics of a leg: keys that a leg may replace. Notes settings that HELIOS++ refuses, or that no pulse follows from. */
export function legOptics(
  reading: HeliosReading,
  place: SourcePlace,
  optics: HeliosOptics,
  settings: ScannerSettings,
): NativeOptics {
  const pulseRate = settings.pulseFreq;
  switch (optics.kind) {
    case 'rotating':
      return standsStill(settings) ? {} : { pulseRate, ...polygonKeys(reading, place, optics, settings) };
    case 'oscillating':
      return { pulseRate, ...swing(optics, settings) };
    case 'line':
      return { pulseRate, halfAngle: halfAngleOf(settings.scanAngle, optics.scanAngleMax) };
    case 'conic':
      return { pulseRate, ...cone(reading, place, optics, settings) };
    case 'risley':
      return { pulseRate };
  }
}

/** The highest elevation of our lines. */
const ELEVATION_MAX = 180;

function polygonKeys(
  reading: HeliosReading,
  place: SourcePlace,
  optics: HeliosOptics,
  settings: ScannerSettings,
): NativeOptics {
  const facet = facetOf(optics, settings);
  if (facet === undefined) {
    noteAt(
      reading,
      place,
      'no pulse leaves the mirror: expected a window of verticalAngleMin_deg to verticalAngleMax_deg, or scanAngleEffectiveMax_deg of the scanner, that it passes',
    );
    return {};
  }
  const { step, shots, first, end } = facet;
  return {
    elevationMin: written(first),
    elevationMax: Math.min(ELEVATION_MAX, written(end)),
    verticalStep: written(step),
    facetShots: shots,
    startElevation: 0,
  };
}

/** The half angle is limited by its product with the frequency alone. */
function swing({ scanProduct }: HeliosOptics, { scanAngle, scanFreq }: ScannerSettings): NativeOptics {
  const halfAngle = scanAngle * scanFreq > scanProduct ? scanProduct / scanFreq : scanAngle;
  return { scanRate: scanFreq, halfAngle: written(halfAngle) };
}

/** HELIOS++ turns the mirror at the greatest rate of the scanner, whatever the leg says. */
function cone(
  reading: HeliosReading,
  place: SourcePlace,
  { scanFreqMax, scanAngleMax }: HeliosOptics,
  { scanFreq, scanAngle }: ScannerSettings,
): NativeOptics {
  const own = scanFreq > 0 ? scanFreq : scanFreqMax;
  const rotationRate = reading.physics === 'helios' ? scanFreqMax : own;
  if (own !== scanFreqMax)
    reading.quirks.note(
      19,
      place,
      `HELIOS++ turns conic mirrors at scanFreqMax_Hz (${scanFreqMax} Hz), not at the leg's ${scanFreq} Hz`,
    );
  return { rotationRate, halfAngle: halfAngleOf(scanAngle, scanAngleMax) };
}
