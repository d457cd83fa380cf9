import type { Radiometry } from '../material/radiometry.js';
import type { Leg, Mount } from '../platform/leg.js';
import { legTiming } from '../scanner/leg-timing.js';
import { createPulseProgram, type PulseProgram } from '../scanner/pulse-program.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Scene } from '../scene/scene.js';
import type { PoseError } from '../survey/pose-error.js';
import type { Restriction } from '../survey/restriction.js';
import type { Coordinates, Survey } from '../survey/survey.js';

/** What a scan by one instrument needs besides its scene: what an engine is made for. */
export interface ScanPlan extends Pick<Survey, 'seed' | 'legs' | 'footprint' | 'intensity' | 'colors'> {
  scanner: Scanner;
  mount: Mount;
  /** Absent: as the survey's defaults have it. */
  radiometry?: Radiometry;
  atmosphere: { /** Extinction coefficient, 1/m, one way. */ extinction: number };
  /** Of the instruments of a survey, where there are several. */
  instrument?: number;
  /** Absent: the platform reports where it is. */
  poseError?: PoseError;
  /** Absent: none. */
  restrictions?: readonly Restriction[];
  /** Of the points; absent: world. */
  coordinates?: Coordinates;
}

/** The scans that a survey is made of: one an instrument, in their order. */
export function scanPlansOf(survey: Survey): ScanPlan[] {
  const { seed, legs, footprint, intensity, colors, poseError, coordinates, instruments, radiometry } = survey;
  return instruments.map(({ name, scanner, mount, extinction }, k) => ({
    seed,
    scanner,
    mount,
    legs: legs.map((leg, index) => ({ ...leg, pointSourceId: sourceId(leg, index, legs.length, k) })),
    footprint,
    radiometry,
    atmosphere: { extinction },
    intensity,
    colors,
    instrument: instruments.length > 1 ? k : undefined,
    poseError,
    restrictions: survey.restrictions.filter((restriction) => (restriction.scanner ?? name) === name),
    coordinates,
  }));
}

/** An id that is the number of the leg is nobody's wish: those of further instruments go on from there. */
const sourceId = ({ pointSourceId }: Leg, index: number, legCount: number, instrument: number): number =>
  pointSourceId === index + 1 ? pointSourceId + legCount * instrument : pointSourceId;

/** Number of a leg that no other leg of any instrument has: it keeps random numbers apart. */
export const legNumber = ({ legs, instrument = 0 }: ScanPlan, leg: number): number => leg + legs.length * instrument;

/** The pulse program of a plan's leg. */
export const programOf = (plan: ScanPlan, leg: number, scene: Pick<Scene, 'frameOrigin'>): PulseProgram =>
  createPulseProgram(plan.scanner, plan.mount, plan.legs[leg], legNumber(plan, leg), scene.frameOrigin);

/** Pulses of all legs. */
export const pulsesOf = ({ scanner, legs }: ScanPlan): number =>
  legs.reduce((sum, leg) => sum + legTiming(scanner, leg).pulseCount, 0);
