import type { PulseRange } from '../device/pulse-program.js';
import type { Leg } from '../platform/leg.js';
import { needsOf } from '../products/index.js';
import { hasAmplitudes, scansLines } from '../survey/bare-survey.js';
import type { Survey } from '../survey/survey.js';
import { type InstrumentScan, pulsesOf } from './instrument-scan.js';

/** The scans of a survey, one per instrument, in order. */
export function instrumentScansOf(survey: Omit<Survey, 'scene'>): InstrumentScan[] {
  const { seed, legs, footprint, intensity, colors, jitter, poseError, coordinates, instruments, radiometry, physics } =
    survey;
  const needs = needsOf(survey);
  return instruments.map(({ name, scanner, inLegs, mount, extinction }, k) => ({
    seed,
    scanner,
    inLegs,
    mount,
    legs: legs.map(({ place: _, ...leg }, index) => ({
      ...leg,
      pointSourceId: sourceId(leg, index, legs.length, k),
    })),
    footprint,
    radiometry,
    physics,
    atmosphere: { extinction },
    intensity,
    colors,
    jitter,
    instrument: instruments.length > 1 ? k : undefined,
    poseError,
    amplitudes: hasAmplitudes(survey) || needs.includes('amplitudes'),
    lines: scansLines(survey),
    waveforms: needs.includes('waveforms'),
    truePlaces: needs.includes('true positions'),
    restrictions: survey.restrictions.filter((restriction) => (restriction.scanner ?? name) === name),
    coordinates,
    formulaPlaces: survey.formulaPlaces,
  }));
}

/** Default ids, the numbers of legs, continue across instruments; explicit ones are kept. */
export const sourceId = ({ pointSourceId }: Leg, index: number, legCount: number, instrument: number): number =>
  pointSourceId === index + 1 ? pointSourceId + legCount * instrument : pointSourceId;

/** Subrays of a survey, or of `only` some of its pulses. */
export function subraysOf(survey: Omit<Survey, 'scene'>, only?: PulseRange): number {
  const pulses = only
    ? only.end - only.first
    : instrumentScansOf(survey).reduce((sum, scan) => sum + pulsesOf(scan), 0);
  return pulses * survey.footprint.subrays;
}
