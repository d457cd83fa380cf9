import type { SourcePlace } from '../../../base/errors.js';
import { type HeliosReading, noteAt } from '../helios-reading.js';
import type { HeliosScannerSettings } from '../scanner-settings-xml.js';
import { type HeliosOptics, prismsOf } from '../scanner-xml.js';
import { facetOf, halfAngleOf } from './facet.js';
import { written } from './written.js';

/** A deflector in our keys, or those of them that a leg replaces. */
export type OpticsKeys = Record<string, unknown>;

/** HELIOS++'s oscillating mirror takes this many pulses to turn. */
const TURNING_PULSES = 100;

/** Our form of one kind of HELIOS++'s optics. */
interface OpticsForm {
  /** Its keys that are the same in all legs. */
  fixed(optics: HeliosOptics, settings: HeliosScannerSettings): OpticsKeys;
  /** The keys that a leg may replace, besides the pulse rate. */
  inLeg(context: LegContext, optics: HeliosOptics, settings: HeliosScannerSettings): OpticsKeys;
  /** Legs after which it goes on from its last state; after others it begins anew. */
  goesOn: 'always' | 'after-pulses' | 'never';
  /** Steps that it makes before a leg's first pulse. */
  steps: 0 | 1;
}

interface LegContext {
  reading: HeliosReading;
  place: SourcePlace;
}

/** The optics of HELIOS++: the one table of them. */
const FORMS: Readonly<Record<HeliosOptics['kind'], OpticsForm>> = {
  rotating: {
    fixed: (_, settings) =>
      standsStill(settings) ? { kind: 'spinning', firingPeriod: 1e6 / settings.pulseFreq } : { kind: 'polygon' },
    inLeg: (context, optics, settings) => (standsStill(settings) ? {} : polygonKeys(context, optics, settings)),
    goesOn: 'never',
    steps: 1,
  },
  oscillating: {
    fixed: () => ({ kind: 'oscillating', turningPulses: TURNING_PULSES }),
    inLeg: swing,
    goesOn: 'after-pulses',
    // The first pulse leaves at the end of its swing.
    steps: 0,
  },
  line: {
    fixed: ({ fibres }) => ({ kind: 'line', fibres }),
    inLeg: (_, { scanAngleMax }, { scanAngle }) => ({ halfAngle: halfAngleOf(scanAngle, scanAngleMax) }),
    goesOn: 'always',
    // The first pulse leaves through the first fibre.
    steps: 0,
  },
  conic: {
    fixed: () => ({ kind: 'conic' }),
    inLeg: cone,
    goesOn: 'after-pulses',
    steps: 1,
  },
  risley: {
    fixed: (optics) => ({ kind: 'risley', airIndex: optics.airIndex, prisms: prismsOf(optics) }),
    inLeg: () => ({}),
    goesOn: 'always',
    steps: 1,
  },
};

/** The keys of the optics that all legs share. */
export const fixedOptics = (optics: HeliosOptics, settings: HeliosScannerSettings): OpticsKeys =>
  FORMS[optics.kind].fixed(optics, settings);

/** Restarts of the optics, and the steps that they make before a leg's first pulse. */
export const opticsSteps = ({ kind }: HeliosOptics): Pick<OpticsForm, 'goesOn' | 'steps'> => FORMS[kind];

/** Whether the mirror of a rotating scanner does not turn: its lasers are turned by the head alone. */
const standsStill = ({ scanFreq }: HeliosScannerSettings): boolean => scanFreq === 0;

/** Whether resolutions of a leg set the frequencies of mirror and head. */
export const takesResolution = ({ kind }: HeliosOptics): boolean => FORMS[kind] === FORMS.rotating;

/** Largest product of half angle (deg) and frequency (Hz) of a mirror, where it has one. */
export const swingProductOf = ({ kind, scanProduct }: HeliosOptics): number =>
  FORMS[kind] === FORMS.oscillating ? scanProduct : Number.POSITIVE_INFINITY;

/** Whether only the head turns the lasers. */
export const isSpun = ({ kind }: HeliosOptics, settings: HeliosScannerSettings): boolean =>
  FORMS[kind] === FORMS.rotating && standsStill(settings);

/**
 * The optics of a leg: keys that a leg may replace. Notes settings that HELIOS++ refuses, or that no pulse follows
 * from.
 */
export function legOptics(
  reading: HeliosReading,
  place: SourcePlace,
  optics: HeliosOptics,
  settings: HeliosScannerSettings,
): OpticsKeys {
  if (isSpun(optics, settings)) return {};
  return { pulseRate: settings.pulseFreq, ...FORMS[optics.kind].inLeg({ reading, place }, optics, settings) };
}

/** The highest elevation of our lines. */
const ELEVATION_MAX = 180;

function polygonKeys(
  { reading, place }: LegContext,
  optics: HeliosOptics,
  settings: HeliosScannerSettings,
): OpticsKeys {
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

/** The half angle is not limited by the scanner's largest. */
function swing(
  _context: LegContext,
  _optics: HeliosOptics,
  { scanAngle, scanFreq }: HeliosScannerSettings,
): OpticsKeys {
  return { scanRate: scanFreq, halfAngle: written(scanAngle) };
}

/** HELIOS++ turns the mirror at the greatest rate of the scanner, whatever the leg says. */
function cone(
  { reading, place }: LegContext,
  { scanFreqMax, scanAngleMax }: HeliosOptics,
  { scanFreq, scanAngle }: HeliosScannerSettings,
): OpticsKeys {
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
