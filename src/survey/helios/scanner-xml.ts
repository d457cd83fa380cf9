import type { SourcePlace } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { childOf, childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { Asset } from './asset-library.js';
import { Attributes, warnOfUnknown } from './attributes.js';
import { type FwfSettings, readFwfSettings } from './fwf-settings.js';
import { type HeliosReading, noteAt } from './helios-reading.js';
import { type AxisTurn, readTurns } from './rotations.js';

/** A scanner of HELIOS++, in the units of its file (degrees, hertz, metres, ns) unless said otherwise. */
export interface HeliosScanner {
  id: string;
  name: string;
  place: SourcePlace;
  /** Pulse rates; the first is the default, Hz. */
  pulseRates: readonly number[];
  /** Peak power of a pulse, W. */
  power: number;
  beamQuality: number;
  efficiency: number;
  receiverDiameter: number;
  visibilityKm: number;
  /** Its lasers, at least one; all fire at every step. */
  devices: readonly HeliosDevice[];
  /** Whether it is defined by channels. */
  isMultiple: boolean;
  /** Expressions of mechanical errors. */
  rangeError?: string;
  deflectionError?: string;
  headError?: {
    expression: string /** Angles nearer to where their sine is 0 count as this far from there, degrees. */;
    threshold: number;
  };
}

/** One laser with its deflector. */
export interface HeliosDevice {
  optics: HeliosOptics;
  /** Place of the emitter in the head, and its attitude. */
  origin: Vec3;
  turns: readonly AxisTurn[];
  headAxis: Vec3;
  /** Largest rate of the head, deg/s; 0: it does not turn. */
  headRateMax: number;
  /** Off-axis angle of the outermost ring, rad. */
  divergence: number;
  pulseLength: number;
  wavelength: number;
  /** Standard deviation of a range, m. */
  accuracy: number;
  rangeMin: number;
  rangeMax: number;
  /** Returns of a pulse at most; 0: unlimited. */
  returnsMax: number;
  /** Threshold of detection, nW. */
  threshold: number;
  fwf: FwfSettings;
  /** Light that enters the prisms. */
  incident?: Vec3;
}

/** A deflector. */
export interface HeliosOptics {
  kind: (typeof KINDS)[number];
  scanFreqMin: number;
  /** 0: unlimited. */
  scanFreqMax: number;
  /** Largest half angle. */
  scanAngleMax: number;
  /** Half angle in which pulses may leave a rotating mirror. */
  scanAngleEffectiveMax: number;
  /** Largest product of half angle and frequency of an oscillating mirror. */
  scanProduct: number;
  fibres: number;
  prisms: readonly HeliosPrism[];
  airIndex: number;
}

export interface HeliosPrism {
  angle: number;
  refractiveIndex: number;
  rotationRate: number;
}

const KINDS = ['oscillating', 'rotating', 'line', 'conic', 'risley'] as const;
const CHILDREN = [
  'beamOrigin',
  'headRotateAxis',
  'FWFSettings',
  'channels',
  'rangeError',
  'deflectionError',
  'headError',
];

/** The scanner of an element. Notes faults. */
export function readScannerXml(reading: HeliosReading, { element }: Asset): HeliosScanner {
  const attributes = new Attributes(reading, element);
  warnOfUnknown(reading, element, CHILDREN);
  const single = readDevice(reading, attributes, element, undefined);
  const channels = childOf(element, 'channels');
  const devices = channels === undefined ? [single] : readChannels(reading, channels, single);
  const id = attributes.text('id') ?? 'scanner';
  const scanner = {
    id,
    name: attributes.text('name') ?? id,
    place: element.place,
    pulseRates: readPulseRates(reading, attributes),
    power: attributes.number('averagePower_w', { unit: 'W', above: 0 }) ?? 4,
    beamQuality: attributes.number('beamQualityFactor', { above: 0 }) ?? 1,
    efficiency: attributes.number('opticalEfficiency', { above: 0, max: 1 }) ?? 0.99,
    receiverDiameter: attributes.number('receiverDiameter_m', { unit: 'm', above: 0 }) ?? 0.15,
    visibilityKm: attributes.number('atmosphericVisibility_km', { unit: 'km', above: 0 }) ?? 23,
    devices,
    isMultiple: channels !== undefined,
    rangeError: readError(reading, element, 'rangeError')?.expression,
    deflectionError: readError(reading, element, 'deflectionError')?.expression,
    headError: readError(reading, element, 'headError'),
  };
  attributes.finish();
  return scanner;
}

/** A mechanical error; undefined where the scanner has none of this name. */
function readError(reading: HeliosReading, scanner: XmlElement, name: string): HeliosScanner['headError'] {
  const element = childOf(scanner, name);
  if (element === undefined) return undefined;
  const attributes = new Attributes(reading, element);
  const expression = attributes.required('expr', 'an expression in THETA, the angle of the beam (rad)');
  const threshold =
    name === 'headError' ? (attributes.number('zeroSinThreshold_deg', { unit: 'deg', min: 0, max: 45 }) ?? 0) : 0;
  attributes.finish();
  return expression === '' ? undefined : { expression, threshold };
}

function readPulseRates(reading: HeliosReading, attributes: Attributes): number[] {
  const text = attributes.required('pulseFreqs_Hz', 'whole numbers (Hz), separated by commas');
  const rates = text.split(',').map((part) => Number(part.trim()));
  if (rates.every((rate) => Number.isInteger(rate) && rate > 0)) return rates;
  if (text !== '')
    noteAt(
      reading,
      attributes.element.place,
      `pulseFreqs_Hz: found ${quoteText(text)}, expected whole numbers (Hz), separated by commas`,
    );
  return [1];
}

/** The laser of a scanner, or of one of its channels, which inherits unstated settings from the scanner's. */
function readDevice(
  reading: HeliosReading,
  attributes: Attributes,
  element: XmlElement,
  base: HeliosDevice | undefined,
): HeliosDevice {
  return {
    optics: readOptics(reading, attributes, base?.optics),
    ...readOrigin(reading, childOf(element, 'beamOrigin'), base),
    headAxis: readAxis(reading, childOf(element, 'headRotateAxis')) ?? base?.headAxis ?? [0, 0, 1],
    headRateMax: attributes.number('headRotatePerSecMax_deg', { unit: 'deg/s', min: 0 }) ?? base?.headRateMax ?? 0,
    divergence: attributes.number('beamDivergence_rad', { unit: 'rad', above: 0 }) ?? base?.divergence ?? 0.0003,
    pulseLength: attributes.number('pulseLength_ns', { unit: 'ns', above: 0 }) ?? base?.pulseLength ?? 4,
    wavelength: attributes.number('wavelength_nm', { unit: 'nm', above: 0 }) ?? base?.wavelength ?? 1064,
    accuracy: attributes.number('accuracy_m', { unit: 'm', min: 0 }) ?? base?.accuracy ?? 0,
    rangeMin: attributes.number('rangeMin_m', { unit: 'm', min: 0 }) ?? base?.rangeMin ?? 0,
    rangeMax: attributes.number('rangeMax_m', { unit: 'm', above: 0 }) ?? base?.rangeMax ?? Number.POSITIVE_INFINITY,
    returnsMax: attributes.whole('maxNOR', { min: 0 }) ?? base?.returnsMax ?? 0,
    threshold: attributes.number('receivedEnergyMin_W', { min: 0 }) ?? base?.threshold ?? 0.0001,
    fwf: readFwfSettings(reading, childOf(element, 'FWFSettings'), base?.fwf),
    incident: readVector(reading, childOf(element, 'incidentBeam')) ?? base?.incident,
  };
}

/** Channels replace the settings that they state; HELIOS++'s quirks list the exceptions. */
function readChannels(reading: HeliosReading, channels: XmlElement, single: HeliosDevice): HeliosDevice[] {
  const found = childrenOf(channels, 'channel').map((channel) => {
    const attributes = new Attributes(reading, channel);
    const device = readDevice(reading, attributes, channel, single);
    attributes.finish('id');
    warnOfUnknown(reading, channel, [...CHILDREN, 'incidentBeam']);
    return device;
  });
  if (found.length === 0) noteAt(reading, channels.place, '<channels> has no <channel>, expected at least one');
  return found.length === 0 ? [single] : found;
}

const PRISMS = ['1', '2', '3'] as const;
/** Prisms of smaller angles are left out. */
const PRISM_ANGLE_MIN = 1e-6;

function readOptics(reading: HeliosReading, attributes: Attributes, base: HeliosOptics | undefined): HeliosOptics {
  const kind = attributes.text('optics')?.toLowerCase() ?? base?.kind;
  const known = KINDS.find((name) => name === kind);
  if (known === undefined)
    noteAt(
      reading,
      attributes.element.place,
      `optics: found ${quoteText(kind ?? 'nothing')}, expected one of: ${KINDS.join(', ')}`,
    );
  const angle = { unit: 'deg', min: 0, max: 360 };
  const rate = { unit: 'Hz', min: 0 };
  return {
    kind: known ?? 'rotating',
    scanFreqMin: attributes.number('scanFreqMin_Hz', rate) ?? base?.scanFreqMin ?? 0,
    scanFreqMax: attributes.number('scanFreqMax_Hz', rate) ?? base?.scanFreqMax ?? 0,
    scanAngleMax: attributes.number('scanAngleMax_deg', angle) ?? base?.scanAngleMax ?? 0,
    scanAngleEffectiveMax: attributes.number('scanAngleEffectiveMax_deg', angle) ?? base?.scanAngleEffectiveMax ?? 0,
    scanProduct: attributes.number('scanProduct', { above: 0 }) ?? base?.scanProduct ?? 1_000_000,
    fibres: attributes.whole('numFibers', { min: 1 }) ?? base?.fibres ?? 1,
    prisms: PRISMS.map((k) => readPrism(attributes, k, base?.prisms[Number(k) - 1])),
    airIndex: attributes.number('refrIndex_air', { min: 1 }) ?? base?.airIndex ?? 1,
  };
}

const readPrism = (attributes: Attributes, k: string, base: HeliosPrism | undefined): HeliosPrism => ({
  angle: attributes.number(`angle${k}_deg`, { unit: 'deg' }) ?? base?.angle ?? 0,
  refractiveIndex: attributes.number(`refrIndex${k}`, { min: 1 }) ?? base?.refractiveIndex ?? 1,
  rotationRate: attributes.number(`rotorFreq${k}_Hz`, { unit: 'Hz' }) ?? base?.rotationRate ?? 0,
});

/** The prisms that refract. */
export const prismsOf = ({ prisms }: HeliosOptics): HeliosPrism[] =>
  prisms.filter(({ angle }) => Math.abs(angle) >= PRISM_ANGLE_MIN);

function readOrigin(
  reading: HeliosReading,
  element: XmlElement | undefined,
  base: HeliosDevice | undefined,
): Pick<HeliosDevice, 'origin' | 'turns'> {
  if (element === undefined) return { origin: base?.origin ?? [0, 0, 0], turns: base?.turns ?? [] };
  return readPose(reading, element);
}

/** Position and turns of a `<beamOrigin>` or `<scannerMount>`. */
export function readPose(reading: HeliosReading, element: XmlElement): { origin: Vec3; turns: AxisTurn[] } {
  const attributes = new Attributes(reading, element);
  const range = { unit: 'm', min: -1000, max: 1000 };
  const [x, y, z] = ['x', 'y', 'z'].map((name) => attributes.number(name, range) ?? 0);
  const turns = readTurns(reading, element, attributes.text('rotations'));
  attributes.finish();
  warnOfUnknown(reading, element, ['rot']);
  return { origin: [x, y, z], turns };
}

/** Shorter axes count as none. */
const AXIS_MIN = 0.1;

function readAxis(reading: HeliosReading, element: XmlElement | undefined): Vec3 | undefined {
  const axis = readVector(reading, element);
  return axis !== undefined && Math.hypot(...axis) > AXIS_MIN ? axis : undefined;
}

function readVector(reading: HeliosReading, element: XmlElement | undefined): Vec3 | undefined {
  if (element === undefined) return undefined;
  const attributes = new Attributes(reading, element);
  const [x, y, z] = ['x', 'y', 'z'].map((name) => attributes.number(name) ?? 0);
  attributes.finish();
  return [x, y, z];
}
