import { childOf } from '../../base/xml/xml-element.js';
import type { Asset } from './asset-library.js';
import { Attributes, warnOfUnknown } from './attributes.js';
import type { HeliosReading } from './helios-reading.js';
import type { HeliosScanner } from './scanner-xml.js';
import { withTemplates } from './templates.js';

/** The settings of the scanner in a leg, degrees and hertz. NaN: not set. */
export interface HeliosScannerSettings {
  active: boolean;
  pulseFreq: number;
  scanFreq: number;
  /** Half angle. */
  scanAngle: number;
  verticalAngleMin: number;
  verticalAngleMax: number;
  /** Signed, counterclockwise. */
  headRotatePerSec: number;
  headRotateStart: number;
  headRotateStop: number;
  /** rad */
  beamDivergence: number;
  /** s; 0: no trajectory */
  trajectoryTimeInterval: number;
  /** s; −1: none */
  maxDuration: number;
  /** s */
  opticsWarmupPhase: number;
  verticalResolution: number;
  horizontalResolution: number;
}

/** HELIOS++'s values of settings that nothing sets. This divergence means that of the scanner. */
const DEFAULTS: HeliosScannerSettings = Object.freeze({
  active: true,
  pulseFreq: 0,
  scanFreq: 0,
  scanAngle: 0,
  verticalAngleMin: Number.NaN,
  verticalAngleMax: Number.NaN,
  headRotatePerSec: 0,
  headRotateStart: 0,
  headRotateStop: 0,
  beamDivergence: 0.003,
  trajectoryTimeInterval: 0,
  maxDuration: -1,
  opticsWarmupPhase: 0,
  verticalResolution: 0,
  horizontalResolution: 0,
});

/** Settings of a scanner before a leg sets any. */
const ofScanner = ({ pulseRates, devices }: HeliosScanner): HeliosScannerSettings => ({
  ...DEFAULTS,
  pulseFreq: pulseRates[0],
  beamDivergence: devices[0].divergence,
});

/**
 * The settings of a leg: those of the scanner, replaced by the template's where these differ from HELIOS++'s defaults,
 * and by the leg's own where these differ from the template. Throws UserError for templates that are missing or
 * circular.
 */
export async function readScannerSettings(
  reading: HeliosReading,
  own: Asset | undefined,
  scanner: HeliosScanner,
): Promise<HeliosScannerSettings> {
  const base = ofScanner(scanner);
  if (own === undefined) return base;
  const chain = await withTemplates(reading, 'scannerSettings', own);
  const written = chain.map((asset) => readWritten(reading, asset));
  const template = Object.assign({}, DEFAULTS, ...written.slice(0, -1)) as HeliosScannerSettings;
  return { ...base, ...differing(template, DEFAULTS), ...differing(written[written.length - 1], template) };
}

/** The settings that differ from a reference. */
function differing(
  settings: Partial<HeliosScannerSettings>,
  reference: HeliosScannerSettings,
): Partial<HeliosScannerSettings> {
  const entries = Object.entries(settings) as [keyof HeliosScannerSettings, number | boolean][];
  return Object.fromEntries(entries.filter(([key, value]) => !Object.is(value, reference[key])));
}

/** Revolutions of a head in degrees, either way. */
const TURNS = { unit: 'deg', min: -1e9, max: 1e9 };

/** The settings written in an element. */
function readWritten(reading: HeliosReading, { element }: Asset): Partial<HeliosScannerSettings> {
  const attributes = new Attributes(reading, element);
  const angle = { unit: 'deg', min: -360, max: 360 };
  const positive = { min: 0 };
  const settings = {
    active: attributes.flag('active'),
    pulseFreq: attributes.whole('pulseFreq_hz', { unit: 'Hz', min: 0, max: 1e9 }),
    scanFreq: attributes.number('scanFreq_hz', { unit: 'Hz', min: 0 }),
    scanAngle: attributes.number('scanAngle_deg', angle),
    verticalAngleMin: attributes.number('verticalAngleMin_deg', angle),
    verticalAngleMax: attributes.number('verticalAngleMax_deg', angle),
    headRotatePerSec: attributes.number('headRotatePerSec_deg', { unit: 'deg/s' }),
    headRotateStart: attributes.number('headRotateStart_deg', TURNS),
    headRotateStop: attributes.number('headRotateStop_deg', TURNS),
    beamDivergence:
      attributes.number('beamDivergence_rad', { unit: 'rad', above: 0 }) ??
      attributes.number('beamDivergenceRad', { unit: 'rad', above: 0 }),
    trajectoryTimeInterval: attributes.number('trajectoryTimeInterval_s', { unit: 's', min: 0 }),
    maxDuration: attributes.number('maxDuration_s', { unit: 's' }) ?? durationWithin(reading, element),
    opticsWarmupPhase: attributes.number('opticsWarmupPhase_s', { unit: 's', min: 0 }),
    verticalResolution: attributes.number('verticalResolution_deg', positive),
    horizontalResolution: attributes.number('horizontalResolution_deg', positive),
  };
  attributes.finish('template', 'id');
  warnOfUnknown(reading, element, ['maxDuration_s']);
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** A duration may be the text of an element, too. */
function durationWithin(reading: HeliosReading, element: Asset['element']): number | undefined {
  const child = childOf(element, 'maxDuration_s');
  if (child === undefined) return undefined;
  const asAttribute = { ...child, attributes: new Map([['maxDuration_s', child.text]]) };
  return new Attributes(reading, asAttribute).number('maxDuration_s', { unit: 's' });
}
