import { DEGREE } from '../../../base/angle.js';
import type { Vec3 } from '../../../base/vec3.js';
import { resolveOrientation } from '../../../platform/orientation-schema.js';
import { HELIOS_SHAPE_WIDTH } from '../../../scanner/receiver/pulse-shapes.js';
import { RETURNS_MAX } from '../../../scanner/return-mode.js';
import { type HeliosReading, noteAt } from '../helios-reading.js';
import type { HeliosScannerSettings } from '../scanner-settings-xml.js';
import type { HeliosDevice, HeliosScanner } from '../scanner-xml.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import { headRateOf } from './leg-steps.js';
import { systematicErrorsSection } from './mechanical-errors.js';
import { fixedOptics, isSpun, legOptics, type OpticsKeys } from './optics-keys.js';
import { settledDevice, settledDivergence } from './settled-device.js';
import { written } from './written.js';

/** Devices that differ in nothing but their pose: one scanner of ours. */
export interface DeviceGroup {
  name: string;
  devices: readonly HeliosDevice[];
}

/** The devices of a survey's scanner in groups, in their order. Notes that its settings part them. */
export function groupDevices(reading: HeliosReading, survey: HeliosSurvey): DeviceGroup[] {
  const { devices, id, place } = survey.scanner;
  const groups = grouped(devices, (device) => [
    alike(device),
    settledDevice(reading, survey, device),
    survey.legs.map((leg) => settledDivergence(reading, survey, device, leg)),
  ]);
  if (groups.length > grouped(devices, alike).length)
    reading.quirks.note(
      6,
      place,
      'settings of the survey and of legs hold for the first channel only, which is a scanner of its own',
    );
  return groups.map((group, k) => ({ name: groups.length === 1 ? id : `${id}-${k}`, devices: group }));
}

const alike = ({ origin, turns, incident, ...same }: HeliosDevice) => same;

function grouped(devices: readonly HeliosDevice[], keyOf: (device: HeliosDevice) => unknown): HeliosDevice[][] {
  const groups = new Map<string, HeliosDevice[]>();
  for (const device of devices) {
    const key = JSON.stringify(keyOf(device));
    groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  return [...groups.values()];
}

/** Common place of a scanner's emitters in its head, which can then be part of the path; undefined if they differ. */
export function commonOrigin({ devices }: HeliosScanner): Vec3 | undefined {
  const [{ origin }] = devices;
  return devices.every((device) => device.origin.every((value, axis) => value === origin[axis])) ? origin : undefined;
}

/** Distances that count as infinite, metres. */
const RANGE_MAX = 100_000;
/** HELIOS++'s noise of ranges is this many times the configured deviation, as its clouds show. */
const NOISE_FACTOR = Math.SQRT2;
/** HELIOS++ compares thresholds in watts with nanowatts. */
const NANO = 1e-9;

/** A scanner in our keys, with the state that it has in the leg `base`. */
export function scannerSection(
  reading: HeliosReading,
  survey: HeliosSurvey,
  { devices }: DeviceGroup,
  base: HeliosLeg,
): Record<string, unknown> {
  const { scanner } = survey;
  const [device] = devices;
  const settings = base.scanner;
  const channels = scanner.isMultiple ? { channels: devices.map((each) => channelOf(reading, each)) } : {};
  const deflector = {
    ...fixedOptics(device.optics, settings),
    ...legOptics(reading, base.place, device.optics, settings),
    ...spinRate(device, settings),
    ...channels,
  };
  return {
    name: scanner.name,
    wavelength: device.wavelength,
    divergence: divergenceOf(settledDivergence(reading, survey, device, base)),
    pulse: pulseOf(scanner, device),
    receiver: { diameter: scanner.receiverDiameter, efficiency: scanner.efficiency },
    detection: detectionOf(reading, survey, device),
    deflector,
    ...(scanner.isMultiple ? {} : emitterOf(reading, device)),
    ...headOf(survey, device, settings),
  };
}

const divergenceOf = (divergence: number) => ({
  mrad: written(divergence * 1000),
  convention: 'half-1/e2',
});

/**
 * HELIOS++'s pulse (t/τ)² exp(−t/τ) with τ a seventh of its length: its area is 2 τ, so a peak power P (it reaches 4/e²
 * of that) has the energy 2 P τ.
 */
function pulseOf({ power }: HeliosScanner, { pulseLength }: HeliosDevice) {
  const tau = pulseLength / 7;
  return { energy: written(2 * power * tau * 1e-9), duration: tau * HELIOS_SHAPE_WIDTH };
}

function detectionOf(reading: HeliosReading, survey: HeliosSurvey, device: HeliosDevice) {
  const { accuracy, rangeMin, rangeMax, errorExpression, fwf } = settledDevice(reading, survey, device);
  const deviation = reading.physics === 'helios' ? written(accuracy * NOISE_FACTOR) : accuracy;
  return {
    rangeMin,
    rangeMax: Math.min(rangeMax, RANGE_MAX),
    maxReturns: device.returnsMax === 0 ? RETURNS_MAX : Math.min(RETURNS_MAX, device.returnsMax),
    rangeNoise: errorExpression === undefined ? deviation : expressionInRange(errorExpression, deviation),
    ...systematicErrorsSection(survey.scanner),
    minPower: device.threshold * NANO,
    ...(reading.physics === 'helios' && { bins: { size: fwf.binSize, window: fwf.winSize, longest: fwf.maxRange } }),
  };
}

/** A laser by its direction. */
function channelOf(reading: HeliosReading, { turns, origin, incident }: HeliosDevice) {
  const { heading, pitch, roll } = resolveOrientation({ rotate: turns.length > 0 ? [...turns] : undefined });
  const angles = { elevation: pitch, azimuth: heading, roll };
  const stated = Object.entries(angles).flatMap(([key, angle]) =>
    Math.abs(angle) < 1e-12 ? [] : [[key, written(angle / DEGREE)]],
  );
  return {
    ...Object.fromEntries(stated),
    ...(reading.physics === 'si' && origin.some((value) => value !== 0) && { origin }),
    ...(incident && { incident }),
  };
}

/** The emitter in the head; where lever arms are fixed, its place is part of the path. */
function emitterOf(reading: HeliosReading, { turns, origin }: HeliosDevice) {
  const position = reading.physics === 'si' && origin.some((value) => value !== 0) ? { position: origin } : {};
  const rotate = turns.length > 0 ? { rotate: turns } : {};
  const emitter = { ...position, ...rotate };
  return Object.keys(emitter).length > 0 ? { emitter } : {};
}

/** Turns a second of lasers that only the head turns. */
const spinRate = (device: HeliosDevice, settings: HeliosScannerSettings): OpticsKeys =>
  isSpun(device.optics, settings) ? { rotationRate: written(Math.abs(headRateOf(settings, device)) / 360) } : {};

/** The head, if it turns in any leg. */
function headOf({ legs }: HeliosSurvey, device: HeliosDevice, settings: HeliosScannerSettings) {
  const turns = legs.some((leg) => headRateOf(leg.scanner, device) !== 0);
  if (!turns || isSpun(device.optics, settings)) return {};
  const rate = written(Math.abs(headRateOf(settings, device)));
  const isUpright = device.headAxis[0] === 0 && device.headAxis[1] === 0 && device.headAxis[2] > 0;
  return { head: { ...(!isUpright && { axis: device.headAxis }), rate } };
}

/** The scanner's settings in a leg that differ from those in `base`. Notes settings that our legs cannot replace. */
export function scannerInLeg(
  reading: HeliosReading,
  survey: HeliosSurvey,
  { devices: [device] }: DeviceGroup,
  base: HeliosLeg,
  leg: HeliosLeg,
): Record<string, unknown> {
  if (!leg.scanner.active) return { active: false };
  const own = settingsOf(reading, survey, device, leg);
  const usual = settingsOf(reading, survey, device, base);
  const isSpinning = isSpun(device.optics, leg.scanner);
  if (isSpinning !== isSpun(device.optics, base.scanner))
    noteAt(reading, leg.place, 'scanFreq_hz: found 0 in some legs and more in others, expected either in all of them');
  if (isSpinning && leg.scanner.pulseFreq !== base.scanner.pulseFreq)
    noteAt(
      reading,
      leg.place,
      'pulseFreq_hz: found another one than in other legs, expected the same where scanFreq_hz is 0',
    );
  const changed = Object.entries(own).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]));
  if (changed.some(([key]) => key === 'divergence'))
    reading.quirks.note(
      5,
      leg.place,
      'the divergence is another than in other legs; rays spread by it, not by that of the first leg',
    );
  return Object.fromEntries(changed);
}

function settingsOf(reading: HeliosReading, survey: HeliosSurvey, device: HeliosDevice, leg: HeliosLeg): OpticsKeys {
  return {
    divergence: divergenceOf(settledDivergence(reading, survey, device, leg)),
    ...legOptics(reading, leg.place, device.optics, leg.scanner),
    ...spinRate(device, leg.scanner),
    ...headOf(survey, device, leg.scanner),
  };
}

/**
 * Our expression of the standard deviation of a range: `deviation` times HELIOS++'s expression in its variable t, the
 * range, metres.
 */
const expressionInRange = (expression: string, deviation: number): string =>
  `${deviation} * (${expression.replace(/\bt\b/g, 'range')})`;
