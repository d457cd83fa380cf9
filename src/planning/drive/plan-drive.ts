import { UserError } from '../../base/errors.js';
import { rotate } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Attitude } from '../../platform/leg.js';
import type { ScanRates } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import type { PulseSource } from '../../simulation/leg-lister.js';
import { type CarriedSource, type Companion, companionNotes, companionsOf } from '../carried-scanners.js';
import type { Vec2 } from '../flight/flight-lines.js';
import { pathSection, round } from '../flight/leg-section.js';
import { createHeightRaster, dropOverhangs, fillGaps, type HeightRaster, heightRange } from '../height-raster.js';
import { openProbe, planSourceOf } from '../held-plan.js';
import { areaOf } from '../plan-area.js';
import { type ChosenMount, chooseMount, withAttitude } from '../plan-mount.js';
import { DRIVE_DEFAULTS, type DriveRequest, type PlanningOptions } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import { HEAD_STOPPED, type PlannedScanner, scannerOfPlan, stopHead } from '../scanner/choose-scanner.js';
import { scanRates } from '../scanner/field-of-view.js';
import { attitudeQuaternion, scannerOutline, verticalWindow } from '../scanner/swath.js';
import type { SceneProbe } from '../scene-probe.js';
import type { Viewer } from '../stations/station-view.js';
import { viewCoverage } from '../stations/view-coverage.js';
import type { DrivePlan } from '../survey-plan.js';
import { drivenPath, longestAxis } from './driven-path.js';

/** Distance for the reported spacing of points, metres: the other side of a street. */
const REFERENCE_RANGE = 10;
/** Maximum number of cells of the ground along the longer side of the area, and minimum width of a cell, metres. */
const CELLS_MAX = 400;
const CELL_MIN = 0.05;
/** Maximum number of places along the way from which the map is computed. */
const LOOKS_MAX = 48;
/**
 * Room that a vehicle needs above the ground, and largest height above the lowest surface at which it may drive,
 * metres.
 */
const HEADROOM = 2;
const SLAB = 0.35;

/**
 * Plans a drive along a path, or along the longer side of the area: on the ground, at constant speed. Throws UserError
 * for requests that cannot be met; AbortedError.
 */
export async function planDrive(request: DriveRequest, options: PlanningOptions): Promise<DrivePlan> {
  const { source, ...wish } = await planSourceOf(request, options);
  const notes: string[] = [];
  const { chosen, mount } = await setUpVehicle(source, wish, options.machine, notes);
  notes.push(...companionNotes(source, 'lines and coverage'));
  const probe = await openProbe(source, options);
  const area = areaOf(probe.scene.bounds, request.area);
  const path = drivenPath(request.path ?? longestAxis(area), drivableGround(probe, area));
  const speed = request.speed ?? DRIVE_DEFAULTS.speed;
  const time = path.length / speed;
  const eyes = looksAlong(path.dense, mount.mount.position[2]);
  const viewer: Viewer = {
    range: chosen.scanner.detection,
    window: await windowOf(chosen.scanner, mount.mount, options.machine),
  };
  const section = { name: 'drive', ...pathSection(path.points, round(speed)) };
  return {
    kind: 'mls',
    source,
    scanner: chosen.scanner,
    mount: mount.mount,
    area,
    legs: [{ section, comment: `${path.length.toFixed(0)} m, ${time.toFixed(1)} s` }],
    map: {
      ...viewCoverage(probe, area, eyes, viewer),
      seenBy: { one: 'place on the way', many: 'places on the way' },
      area,
      tracks: [path.dense.map(([x, y]): Vec2 => [x, y])],
      stations: [],
    },
    scanTime: time,
    totalTime: time,
    sections: { scanner: chosen.section, platform: mount.platform, mount: mount.section },
    notes,
    length: path.length,
    speed,
    ...spacings(scanRates(chosen.scanner), speed, companionsOf(source)),
  };
}

async function setUpVehicle(
  source: PlanSource,
  wish: Omit<CarriedSource, 'source'>,
  machine: PulseSource,
  notes: string[],
): Promise<{ chosen: PlannedScanner; mount: ChosenMount }> {
  const first = scannerOfPlan(source, wish.scanner);
  const chosen = stopHead(source, first);
  if (chosen !== first) notes.push(HEAD_STOPPED);
  const given = chooseMount(source, wish.platform, DRIVE_DEFAULTS.platform);
  const turned = withAttitude(given, { heading: Math.PI / 2, pitch: 0, roll: 0 });
  const maybeAlong = isProfiler(chosen.scanner) && isLevel(given.mount);
  const runsAlong = maybeAlong && !(await runsAcross(chosen.scanner, given.mount, machine));
  if (!runsAlong || !(await runsAcross(chosen.scanner, turned.mount, machine))) return { chosen, mount: given };
  notes.push('the scanner is turned so that its lines run across the way: see mount in the survey');
  return { chosen, mount: turned };
}

/** Whether a scanner's lines lie in one plane. */
const isProfiler = ({ deflector }: Scanner): boolean => deflectorKind(deflector).shape === 'line';

const isLevel = ({ heading, pitch, roll }: Attitude): boolean => heading === 0 && pitch === 0 && roll === 0;

/** Beams closer than this to the direction ahead or back do not run across it (sine of the angle). */
const ACROSS = 0.5;

async function runsAcross(scanner: Scanner, mount: Attitude, machine: PulseSource): Promise<boolean> {
  const turn = attitudeQuaternion(mount);
  return (await scannerOutline(scanner, machine)).every((direction) => Math.abs(rotate(turn, direction)[1]) <= ACROSS);
}

/** The ground on which a vehicle fits, gaps filled. Throws UserError if there is no such ground. */
function drivableGround(probe: SceneProbe, area: Rectangle): HeightRaster {
  const ground = dropOverhangs(probe.standing(createHeightRaster(area, CELLS_MAX, CELL_MIN), HEADROOM, SLAB));
  if (heightRange(ground) === undefined)
    throw new UserError('there is no ground to drive on in the area', {
      hint: `a vehicle needs ${HEADROOM} m of free space above it: check the area, the unit and the up axis of the scene`,
    });
  return fillGaps(ground);
}

type Spacings = Pick<
  DrivePlan,
  'pulseRateHz' | 'lineRateHz' | 'lineSpacing' | 'pointSpacing' | 'referenceRange' | 'pulsesPerMetre'
>;

/** Pulses are those of all scanners, lines those of the first. */
function spacings(first: ScanRates, speed: number, others: readonly Companion[]): Spacings {
  const { lineRateHz, stepAngle } = first;
  const pulseRateHz = others.reduce((sum, { scanner }) => sum + scanRates(scanner).pulseRateHz, first.pulseRateHz);
  return {
    pulseRateHz,
    lineRateHz,
    lineSpacing: lineRateHz && speed / lineRateHz,
    pointSpacing: stepAngle && stepAngle * REFERENCE_RANGE,
    referenceRange: REFERENCE_RANGE,
    pulsesPerMetre: pulseRateHz / speed,
  };
}

/** The elevations that an upright scanner sees; all elevations for one that is mounted differently. */
async function windowOf(scanner: Scanner, mount: Attitude, machine: PulseSource): Promise<readonly [number, number]> {
  const everything = [-Math.PI / 2, Math.PI / 2] as const;
  const spins = deflectorKind(scanner.deflector).turn(scanner.deflector) === 'shots';
  return spins && isLevel(mount) ? verticalWindow(scanner, mount, machine) : everything;
}

function looksAlong(dense: readonly Vec3[], up: number): Vec3[] {
  const count = Math.min(LOOKS_MAX, dense.length);
  return Array.from({ length: count }, (_, k) => {
    const [x, y, z] = dense[Math.round((k * (dense.length - 1)) / Math.max(1, count - 1))];
    return [x, y, z + up];
  });
}
