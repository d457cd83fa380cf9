import { length, subtract } from '../base/vec3.js';
import { checkDocument, faultAt } from '../base/yaml/check-document.js';
import { type Fault, throwFaults } from '../base/yaml/faults.js';
import type { SourceDocument, ValuePath } from '../base/yaml/source-document.js';
import { type ColorSettings, pointColoring } from '../cloud/shading/point-coloring.js';
import type { HableOptions } from '../cloud/tone-mapping/hable-curve.js';
import type { IntensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { Radiometry } from '../material/radiometry.js';
import type { Attitude, Leg, Mount, RecordedPath, StationPath, StraightPath } from '../platform/leg.js';
import { kruseExtinction, STANDARD_VISIBILITY_KM } from '../scanner/atmosphere.js';
import { type Footprint, ringsOf } from '../scanner/footprint.js';
import { type LegTiming, legFault, legTiming } from '../scanner/leg-timing.js';
import type { Scanner } from '../scanner/scanner.js';
import { checkScanner } from './check-scanner.js';
import type { ScanPlan } from './scan-plan.js';
import { type CheckedScan, LEG_TURNS_MAX, scanSchema } from './scan-schema.js';

type WithAttitude<Path extends { attitude: Attitude }> = Omit<Path, 'attitude'> & { attitude?: Partial<Attitude> };

/**
 * A leg, of which only the path must be given. Absent: `name` «leg 1», …; `pointSourceId` the leg's number; the sector a full
 * turn; `startTime` the end of the leg before (0 for the first); angles 0, but for the heading of a straight path: along it.
 */
export type ScanLeg = Partial<Omit<Leg, 'path' | 'mount'>> & {
  path: WithAttitude<StationPath> | WithAttitude<StraightPath> | RecordedPath;
  /** Absent keys are 0. */
  mount?: Partial<Mount>;
};

/** A scan but for its scene: SI units, angles in radians. */
export interface ScanSettings {
  scanner: Scanner;
  legs: readonly ScanLeg[];
  /** The scanner's frame in the platform's; absent: the same. */
  mount?: Partial<Mount>;
  /** Absent keys: rings, 19 subrays, gaussian. */
  footprint?: Partial<Footprint>;
  /** 0 … 2³² − 1; absent: 1. */
  seed?: number;
  /** Absent: standard clear air at the scanner's wavelength. */
  atmosphere?: { /** Extinction coefficient, 1/m, one way. */ extinction: number };
  /** How energy becomes the 16-bit intensity; absent: amplitude. Of hable, absent keys are those of HABLE_DEFAULTS. */
  intensity?: Exclude<IntensityScale, { kind: 'hable' }> | ({ kind: 'hable' } & Partial<HableOptions>);
  /** How what surfaces send back is worked out; absent keys are those of RADIOMETRY_DEFAULTS. */
  radiometry?: Partial<Radiometry>;
  /** Colours of points; absent: none. */
  colors?: ColorSettings;
}

const PLACE = { file: 'scan' };
const LEVEL: Attitude = { heading: 0, pitch: 0, roll: 0 };

/** The plan of a scan, checked, with what was left out. Throws UserError with every fault. */
export function resolveScan(settings: ScanSettings): ScanPlan {
  const { scanner, legs, mount, footprint, seed, atmosphere, intensity, radiometry, colors } = settings;
  checkScanner(scanner);
  const value = { legs, mount, footprint, seed, atmosphere, intensity, radiometry, colors };
  const document: SourceDocument = { ...PLACE, value, placeOf: () => PLACE, placeOfKey: () => PLACE };
  const checked = checkDocument(scanSchema, document);
  const faults: Fault[] = [];
  const noteFault = (path: ValuePath, expected: string) => void faults.push(faultAt(document, path, expected));
  const plan: ScanPlan = {
    seed: checked.seed,
    scanner,
    mount: completeMount(checked.mount),
    legs: resolveLegs(scanner, checked.legs, noteFault),
    footprint: checked.footprint,
    atmosphere: checked.atmosphere ?? { extinction: kruseExtinction(scanner.wavelengthNm, STANDARD_VISIBILITY_KM) },
    intensity: checked.intensity,
    radiometry: checked.radiometry,
    colors: checked.colors && pointColoring(checked.colors),
  };
  if (plan.footprint.pattern === 'rings' && ringsOf(plan.footprint.subrays) === undefined)
    noteFault(['footprint', 'subrays'], 'a number of whole rings (1, 7, 19, 37, 62, …)');
  throwFaults(faults);
  return plan;
}

type NoteFault = (path: ValuePath, expected: string) => void;

function resolveLegs(scanner: Scanner, legs: CheckedScan['legs'], noteFault: NoteFault): Leg[] {
  let clock = 0;
  return legs.map((given, k) => {
    const leg: Leg = {
      ...given,
      name: given.name ?? `leg ${k + 1}`,
      pointSourceId: given.pointSourceId ?? k + 1,
      path: resolvePath(given.path),
      mount: given.mount && completeMount(given.mount),
      startTime: given.startTime ?? clock,
    };
    const timing = legTiming(scanner, leg);
    clock = leg.startTime + timing.duration;
    checkLeg(scanner, leg, timing, ['legs', k], noteFault);
    return leg;
  });
}

const completeMount = (mount: Partial<Mount> | undefined): Mount => ({ position: [0, 0, 0], ...LEVEL, ...mount });

function resolvePath(path: CheckedScan['legs'][number]['path']): Leg['path'] {
  if (path.kind === 'recorded') return path;
  if (path.kind === 'station') return { ...path, attitude: { ...LEVEL, ...path.attitude } };
  const [x, y] = subtract(path.to, path.from);
  return { ...path, attitude: { ...LEVEL, heading: Math.atan2(x, y), ...path.attitude } };
}

const TURN = 2 * Math.PI;

function checkLeg(scanner: Scanner, leg: Leg, { pulseCount }: LegTiming, at: ValuePath, noteFault: NoteFault): void {
  const { path, azimuthStart, azimuthEnd } = leg;
  const sector = Math.abs(azimuthEnd - azimuthStart);
  if (!(sector > 0 && sector <= LEG_TURNS_MAX * TURN))
    noteFault([...at, 'azimuthEnd'], `an angle other than azimuthStart, at most ${LEG_TURNS_MAX} turns from it (rad)`);
  else if (path.kind === 'straight' && length(subtract(path.to, path.from)) === 0)
    noteFault([...at, 'path', 'to'], 'a point other than from');
  else if (Number.isNaN(pulseCount))
    noteFault([...at, 'path', 'duration'], 'a time (s), since nothing of the scanner turns round');
  else {
    const fault = legFault(scanner, leg);
    if (fault !== undefined) noteFault(at, `another leg: this one ${fault}`);
  }
}
