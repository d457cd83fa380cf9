import { UserError } from '../../base/errors.js';
import { othersTurn } from '../../base/steps.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Leg } from '../../platform/leg.js';
import { legTiming } from '../../scanner/leg-timing.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { PulseSource } from '../../simulation/leg-lister.js';
import { round, roundPoint } from '../flight/leg-section.js';
import { openProbe, planSourceOf } from '../held-plan.js';
import { areaOf } from '../plan-area.js';
import { type ChosenMount, chooseMount } from '../plan-mount.js';
import { type PlanningOptions, STATION_DEFAULTS, type StationRequest } from '../plan-request.js';
import { scannerOfPlan } from '../scanner/choose-scanner.js';
import { verticalWindow } from '../scanner/swath.js';
import { surroundings } from '../surroundings.js';
import type { LegSection, PlannedStation, StationPlan } from '../survey-plan.js';
import { type CoverStep, greedyCover } from './greedy-cover.js';
import { stationPlaces } from './station-places.js';
import { seenTargets, type Viewer } from './station-view.js';
import { surfaceTargets } from './surface-targets.js';
import { viewCoverage } from './view-coverage.js';

/** Maximum number of points that represent the surface. */
const TARGETS = 3000;
/**
 * Plans stations of a tripod by visibility. Among places on a grid on the ground, it repeatedly takes the one that sees
 * the most targets not yet seen, until enough of the surface is seen. Throws UserError for requests that cannot be met,
 * stating what is possible; AbortedError.
 */
export async function planStations(request: StationRequest, options: PlanningOptions): Promise<StationPlan> {
  const wish = { ...STATION_DEFAULTS, ...withoutAbsent(request) };
  const { source, ...named } = await planSourceOf(request, options);
  const chosen = scannerOfPlan(source, named.scanner);
  const mount = chooseMount(source, named.platform, STATION_DEFAULTS.platform);
  const stationTime = turnTime(chosen.scanner);
  const probe = await openProbe(source, options);
  const area = areaOf(probe.scene.bounds, request.area);
  const viewer = await viewerOf(chosen.scanner, mount, wish.incidence, options.machine);
  const targets = surfaceTargets(probe.scene, area, TARGETS, wish.seed);
  const surfaceSeen = (some: readonly Vec3[]) =>
    countUnion(some.map((place) => seenTargets(probe, eyeOf(place, mount), targets, viewer)));
  const { places, shutOff } = stationPlaces(probe, area, mount.mount.position[2], wish.clearance, surfaceSeen);
  const eyes = places.map((place) => eyeOf(place, mount));
  const sees = await viewsFrom(eyes, (eye) => seenTargets(probe, eye, targets, viewer), options);
  const cover = chooseStations(sees, chosen.scanner, wish);
  const chosenEyes = cover.steps.map(({ candidate }) => eyes[candidate]);
  const around = surroundings(probe, chosenEyes);
  const stations = cover.steps.map((step, k) => ({ ...stationOf(step, k, places, cover), where: around[k].kind }));
  return {
    kind: 'tls',
    source,
    scanner: chosen.scanner,
    mount: mount.mount,
    area,
    legs: stations.map(legOf),
    map: {
      ...viewCoverage(probe, area, chosenEyes, viewer),
      seenBy: { one: 'station', many: 'stations' },
      area,
      tracks: [],
      stations: stations.map(({ position }) => [position[0], position[1]]),
    },
    scanTime: stationTime * stations.length,
    totalTime: stationTime * stations.length,
    sections: { scanner: chosen.section, platform: mount.platform, mount: mount.section },
    notes: [...cover.notes, ...shutOffNotes(shutOff)],
    stations,
    coverage: cover.seen,
    wanted: wish.coverage,
    candidates: places.length,
    targets: targets.count,
    unseen: targets.count - cover.reachable,
    stationTime,
  };
}

const viewerOf = async (
  scanner: Scanner,
  { mount }: ChosenMount,
  incidence: number,
  machine: PulseSource,
): Promise<Viewer> => ({
  range: scanner.detection,
  window: await verticalWindow(scanner, mount, machine),
  incidence,
});

/** Chosen stations, and the visible targets that they see. */
interface Cover {
  steps: CoverStep[];
  /** Number of targets seen from any place, and from each. */
  reachable: number;
  sizes: number[];
  /** Share of them that the stations see. */
  seen: number;
  notes: string[];
}

type StationWish = Required<Pick<StationRequest, 'coverage' | 'stations' | 'registration'>>;

/** Throws UserError if nothing is seen from anywhere, or if registration leaves too little. */
function chooseStations(sees: readonly Uint8Array[], { name, detection }: Scanner, wish: StationWish): Cover {
  const reachable = countUnion(sees);
  if (reachable === 0)
    throw new UserError(`no place in the area sees anything of the scene with ${name}`, {
      hint: `it sees from ${detection.rangeMin} to ${detection.rangeMax} m: check its range, and the area`,
    });
  const wanted = Math.ceil(wish.coverage * reachable - 1e-9);
  const steps = greedyCover(sees, { wanted, setsMax: wish.stations, overlap: wish.registration });
  const seen = steps.reduce((sum, { gain }) => sum + gain, 0) / reachable;
  const sizes = sees.map((set) => countUnion([set]));
  return { steps, reachable, sizes, seen, notes: checkCover(steps, seen, wish) };
}

function stationOf(
  { candidate, gain, shared }: CoverStep,
  index: number,
  places: readonly Vec3[],
  { reachable, sizes }: Cover,
): Omit<PlannedStation, 'where'> {
  return {
    name: `station ${index + 1}`,
    position: places[candidate],
    gain: gain / reachable,
    shared: shared / sizes[candidate],
  };
}

const legOf = ({ name, position, gain }: PlannedStation): LegSection => ({
  section: { name, position: roundPoint(position) },
  comment: `sees ${(100 * gain).toFixed(1)} % that none before it does`,
});

function shutOffNotes(count: number): string[] {
  if (count === 0) return [];
  const places = count === 1 ? '1 free place' : `${count} free places`;
  return [`${places} that walls keep apart from the others are left out: an --area of their own plans them`];
}

/**
 * The targets seen from each place, one place after the other, yielding to other work in between. Throws AbortedError.
 */
async function viewsFrom(
  eyes: readonly Vec3[],
  look: (eye: Vec3) => Uint8Array,
  { signal, onProgress }: PlanningOptions,
): Promise<Uint8Array[]> {
  const seen: Uint8Array[] = [];
  for (const eye of eyes) {
    seen.push(look(eye));
    onProgress?.({ task: 'look', done: seen.length, total: eyes.length, unit: 'places' });
    await othersTurn(signal);
  }
  return seen;
}

const withoutAbsent = <T extends object>(wish: T): T =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as T;

/** Position of the scanner's eye when the tripod stands at `place`, facing north. */
const eyeOf = ([x, y, z]: Vec3, { mount: { position } }: ChosenMount): Vec3 => [
  x + position[0],
  y + position[1],
  z + position[2],
];

/** Seconds of a whole turn. Throws UserError for a scanner that does not turn. */
function turnTime(scanner: Scanner): number {
  const leg: Leg = {
    name: 'station',
    pointSourceId: 1,
    path: { kind: 'station', position: [0, 0, 0], attitude: { heading: 0, pitch: 0, roll: 0 } },
    azimuthStart: 0,
    azimuthEnd: 2 * Math.PI,
    startTime: 0,
  };
  const { duration } = legTiming(scanner, leg);
  if (duration > 0 && Number.isFinite(duration)) return duration;
  throw new UserError(`${scanner.name} does not turn: from a tripod it sees one strip only`, {
    hint: 'take a terrestrial or a spinning scanner: subray scanner list',
  });
}

/** Number of targets in any of the sets. */
function countUnion(sets: readonly Uint8Array[]): number {
  const union = new Uint8Array(sets[0]?.length ?? 0);
  for (const set of sets) for (let k = 0; k < union.length; k++) union[k] |= set[k];
  return union.reduce((sum, bit) => sum + bit, 0);
}

/** Notes if the number of stations was the limit. Throws UserError if registration was. */
function checkCover(
  steps: readonly CoverStep[],
  seen: number,
  { coverage, stations, registration }: StationWish,
): string[] {
  if (seen >= coverage - 1e-9) return [];
  const percent = `${(100 * seen).toFixed(1)} %`;
  if (steps.length >= stations)
    return [
      `${stations} stations see ${percent}, less than the ${round(100 * coverage)} % required: allow more with --stations`,
    ];
  throw new UserError(
    `--registration: found ${registration}: with it ${steps.length} stations see ${percent} of the visible surface, and no other shares as much with one of them`,
    { hint: `take less --registration, or a --coverage of at most ${Math.floor(1000 * seen) / 1000}` },
  );
}
