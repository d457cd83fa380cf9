import { SEASONS, type Season } from './season.js';
import { type VehicleWeights, vehiclesFault } from './street/vehicle-kinds.js';

/** The scenes that can be generated. */
export const PROCEDURAL_KINDS = ['forest', 'street', 'room', 'terrain'] as const;

export type ProceduralKind = (typeof PROCEDURAL_KINDS)[number];

/** Limits on the triangles of a scene of each kind. */
interface ProceduralLimits {
  /** With fewer triangles the scene would not be recognizable. */
  minTriangles: number;
  /**
   * With more triangles it would not fit into memory. Forests repeat a few trees, so their limit is hardly relevant.
   */
  maxTriangles: number;
}

/** A measure of a generated scene: its limits, and its meaning; metres unless it is a number of things. */
interface MeasureLimits {
  min: number;
  max: number;
  whole?: true;
  describe: string;
}

/** Sizes and other wishes by which a scene of any kind can be ordered, by key. */
export type SceneSize = Readonly<Partial<Record<SizeKey, number>>> & SceneChoices;
export type SizeKey =
  | 'length'
  | 'width'
  | 'height'
  | 'lanes'
  | 'traffic'
  | 'parked'
  | 'people'
  | 'furniture'
  | 'extent';

/** Wishes that are no numbers. */
type SceneChoices = {
  readonly season?: Season;
  readonly vehicles?: VehicleWeights;
};

/** The choices of each kind. */
const PROCEDURAL_CHOICES: Readonly<Record<ProceduralKind, readonly (keyof SceneChoices)[]>> = Object.freeze({
  forest: [],
  street: ['season', 'vehicles'],
  room: [],
  terrain: [],
});

/** The keys of each kind; without one of them, `triangles` decides, or it is as stated. */
export const PROCEDURAL_SIZES: Readonly<Record<ProceduralKind, Readonly<Partial<Record<SizeKey, MeasureLimits>>>>> =
  Object.freeze({
    forest: { extent: { min: 20, max: 2000, describe: 'side of the square' } },
    street: {
      length: { min: 30, max: 2000, describe: 'from end to end, along x' },
      width: { min: 2.5, max: 30, describe: 'of all lanes together; 3.05 a lane' },
      lanes: { min: 1, max: 8, whole: true, describe: 'both ways together; 2' },
      traffic: { min: 0, max: 2000, whole: true, describe: 'vehicles on the lanes; 2' },
      parked: { min: 0, max: 1, describe: 'share of the parking bays that are taken; some 0.7' },
      people: { min: 0, max: 1000, whole: true, describe: 'on pavements and the crossing; one for 14 m of street' },
    },
    room: {
      length: { min: 7, max: 50, describe: 'inside, along x; 8' },
      width: { min: 5.5, max: 50, describe: 'inside, along y; 6' },
      height: { min: 2.7, max: 20, describe: 'of the ceiling; 3' },
      furniture: { min: 0, max: 1, describe: 'density at random places: empty to full; a usual living room' },
    },
    terrain: { extent: { min: 10, max: 20_000, describe: 'side of the square; 300' } },
  });

/** The reason why a size does not fit the kind: its key, the value and what is expected; undefined if it fits. */
export function sizeFault(
  kind: ProceduralKind,
  size: SceneSize,
): { key: keyof SceneSize; found: unknown; expected: string } | undefined {
  const known = PROCEDURAL_SIZES[kind];
  const choices = PROCEDURAL_CHOICES[kind];
  for (const [key, found] of Object.entries(size) as [keyof SceneSize, unknown][]) {
    if (found === undefined || choices.some((choice) => choice === key)) continue;
    const limits = known[key as SizeKey];
    if (!limits)
      return { key, found, expected: `no ${key}: a ${kind} has ${[...Object.keys(known), ...choices].join(', ')}` };
    if (!isWithin(found, limits))
      return {
        key,
        found,
        expected: `a ${limits.whole ? 'whole ' : ''}number from ${limits.min} to ${limits.max} for a ${kind}`,
      };
  }
  return choiceFault(size);
}

const isWithin = (found: unknown, { min, max, whole }: MeasureLimits): boolean =>
  typeof found === 'number' && found >= min && found <= max && (!whole || Number.isInteger(found));

/** The reason why a choice is none of those that there are, or none that the other wishes allow. */
function choiceFault({ season, vehicles, parked }: SceneSize): ReturnType<typeof sizeFault> {
  if (season !== undefined && !SEASONS.includes(season))
    return { key: 'season', found: season, expected: `one of ${SEASONS.join(', ')}` };
  if (vehicles === undefined) return undefined;
  const fault = vehiclesFault(vehicles, parked);
  return fault && { key: 'vehicles', ...fault };
}

/** Triangles of a scene that names none: enough for a long street. */
export const defaultTriangles = (kind: ProceduralKind, { length = 0, lanes = 2, people = 0 }: SceneSize): number =>
  kind === 'street'
    ? Math.max(300_000, Math.round(length * (2_500 + 200 * lanes))) + people * PERSON_TRIANGLES
    : 300_000;

/** Triangles that a scene which names none has more for each person asked for. */
const PERSON_TRIANGLES = 500;

export const PROCEDURAL_LIMITS: Readonly<Record<ProceduralKind, ProceduralLimits>> = Object.freeze({
  forest: { minTriangles: 1_000, maxTriangles: 10_000_000_000 },
  street: { minTriangles: 20_000, maxTriangles: 100_000_000 },
  room: { minTriangles: 20_000, maxTriangles: 20_000_000 },
  terrain: { minTriangles: 200, maxTriangles: 50_000_000 },
});
