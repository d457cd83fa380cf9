import { didYouMean } from '../base/yaml/check-document.js';
import {
  type DetailKey,
  foreignKey,
  PROCEDURAL_DETAILS,
  type ProceduralKind,
  type SceneSize,
} from './procedural-kind.js';
import { SEASONS, type Season } from './season.js';
import type { MovingTraffic } from './street/street-plan.js';
import { PARKING_KINDS, VEHICLE_KINDS, VEHICLE_WEIGHT_MAX, type VehicleWeights } from './street/vehicle-kinds.js';
import { TREE_NAMES, type TreeName } from './trees/species.js';

/** A tree of a table; missing values are drawn. */
export interface ListedTree {
  /** Place from the middle of the forest, or, more than 1000 m from the origin, in a grid [m]. */
  x: number;
  y: number;
  species?: TreeName;
  /** Diameter at breast height [m]. */
  diameter?: number;
  /** Height of its top above the ground [m]. */
  height?: number;
  /** One-sided area of its leaves in summer [m²]. */
  leafArea?: number;
  /** Number of its object; absent: numbered in turn. */
  instance?: number;
}

/** Properties of a generated scene besides its sizes. */
export interface SceneDetails extends Partial<Record<DetailKey, unknown>> {
  /** Season of its plants; absent: summer. */
  season?: Season;
  /** Weights of the kinds of vehicles of a street; absent: cars only. */
  vehicles?: VehicleWeights;
  /** Traffic of a street or district that moves; absent: none. */
  moving?: MovingTraffic;
  /** Mean and standard deviation of diameters at breast height [m]. */
  diameter?: Readonly<{ mean: number; sd: number }>;
  /** Shares of the species of trees, relative to their sum. */
  species?: Readonly<Partial<Record<string, number>>>;
  trees?: readonly ListedTree[];
  /**
   * Area of leaves of the trees of a forest in summer, relative to that of `LEAF_AREAS`, or of a mean tree of a species
   * [m²]; absent: 1.
   */
  leafArea?: number | Readonly<Partial<Record<string, number>>>;
  /** `none`: a forest has no ground and stands at height 0, to be put on another one; absent: its own. */
  ground?: (typeof GROUND_CHOICES)[number];
  /** `varied`: most materials are others of the catalogue, chosen by the seed; absent: the same in all scenes. */
  materials?: (typeof MATERIALS)[number];
  /** `parts`: parts of houses, signs and lamps have their own semantic classes; absent: those of the objects. */
  semantics?: (typeof SEMANTICS)[number];
}

export const MATERIALS = ['usual', 'varied'] as const;
export const SEMANTICS = ['objects', 'parts'] as const;
export const GROUND_CHOICES = ['own', 'none'] as const;

/** Ranges of a tree's measures [m]. */
export const MEAN_DIAMETERS = { min: 0.02, max: 1 } as const;
export const DIAMETERS = { min: 0.01, max: 3 } as const;
export const HEIGHTS = { min: 1.5, max: 120 } as const;
/** Limits of leaf areas: of the factor, of a mean tree of a species, and of a tree of a table [m²]. */
export const LEAF_AREA_LIMITS = {
  factor: { min: 0.01, max: 10 },
  tree: { min: 0.01, max: 10_000 },
  listed: { min: 0, max: 10_000 },
} as const;
/** Maximum number of trees of a forest described by its trees. */
export const STAND_TREES_MAX = 250_000;

/** A detail that does not fit. */
export interface DetailFault {
  path: readonly [DetailKey, ...string[]];
  found: unknown;
  expected: string;
}

/** The details that do not fit the kind, its `size` or each other. */
export function detailFaults(kind: ProceduralKind, details: SceneDetails, size: SceneSize = {}): DetailFault[] {
  return [
    ...foreignFaults(kind, details),
    ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).flatMap((key) => choiceFaults(key, details[key])),
    ...vehicleFaults(details, size),
    ...movingFaults(details, size),
    ...diameterFaults(details),
    ...weightFaults('species', details.species),
    ...leafAreaFaults(details, size),
  ];
}

const foreignFaults = (kind: ProceduralKind, details: SceneDetails): DetailFault[] =>
  (Object.entries(details) as [DetailKey, unknown][])
    .filter(([key, found]) => found !== undefined && !PROCEDURAL_DETAILS[kind].includes(key))
    .map(([key, found]) => ({ path: [key], found, expected: foreignKey(kind, key) }));

/** Details with a choice of words. */
const CHOICES = { season: SEASONS, materials: MATERIALS, semantics: SEMANTICS, ground: GROUND_CHOICES } as const;

function choiceFaults(key: keyof typeof CHOICES, found: unknown): DetailFault[] {
  const words: readonly unknown[] = CHOICES[key];
  return found === undefined || words.includes(found)
    ? []
    : [{ path: [key], found, expected: `one of: ${words.join(', ')}` }];
}

function diameterFaults({ diameter }: SceneDetails): DetailFault[] {
  if (diameter === undefined) return [];
  const { mean, sd } = diameter;
  const { min, max } = MEAN_DIAMETERS;
  if (!(mean >= min && mean <= max))
    return [{ path: ['diameter', 'mean'], found: mean, expected: `a number from ${min} to ${max} (m)` }];
  if (sd >= 0 && sd <= mean) return [];
  return [{ path: ['diameter', 'sd'], found: sd, expected: `a number from 0 to the mean, which is ${mean} (m)` }];
}

function leafAreaFaults({ leafArea }: SceneDetails, { lai }: SceneSize): DetailFault[] {
  const isWithin = (found: unknown, { min, max }: { min: number; max: number }) =>
    typeof found === 'number' && found >= min && found <= max;
  const { factor, tree } = LEAF_AREA_LIMITS;
  if (leafArea === undefined) return [];
  const isFactor = isWithin(leafArea, factor);
  if (isFactor && lai !== undefined)
    return [{ path: ['leafArea'], found: leafArea, expected: 'no factor: lai sets the leaf area of all trees' }];
  if (isFactor) return [];
  if (typeof leafArea === 'number')
    return [{ path: ['leafArea'], found: leafArea, expected: `a factor from ${factor.min} to ${factor.max}` }];
  return Object.entries(leafArea).flatMap(([name, found]): DetailFault[] => {
    const path = ['leafArea', name] as const;
    if (!isTreeName(name) || name === 'snag')
      return [
        { path, found, expected: `a species with leaves: ${LEAFY_NAMES.join(', ')}${didYouMean(name, LEAFY_NAMES)}` },
      ];
    if (isWithin(found, tree)) return [];
    return [{ path, found, expected: `the leaf area of a mean tree: a number from ${tree.min} to ${tree.max} (m²)` }];
  });
}

/** Faults of the weights, and vehicles of which none can take the requested bays. */
function vehicleFaults({ vehicles }: SceneDetails, { parked = 0 }: SceneSize): DetailFault[] {
  const faults = weightFaults('vehicles', vehicles);
  if (!vehicles || faults.length > 0 || parked === 0) return faults;
  if (PARKING_KINDS.some((kind) => (vehicles[kind] ?? 0) > 0)) return [];
  const expected = `a weight of ${PARKING_KINDS.join(', ')}, which park in bays, or no parked`;
  return [{ path: ['vehicles'], found: showWeights(vehicles), expected }];
}

/** Limits of traffic that moves. */
export const MOVING_LIMITS = {
  vehicles: { min: 0, max: 2000, whole: true },
  walkers: { min: 0, max: 1000, whole: true },
  speed: { min: 1, max: 40, whole: false },
} as const;

/** Numbers of moving traffic out of range, and vehicles that would stand in its way. */
function movingFaults({ moving }: SceneDetails, { traffic = 0 }: SceneSize): DetailFault[] {
  if (moving === undefined) return [];
  const faults = (Object.keys(MOVING_LIMITS) as (keyof typeof MOVING_LIMITS)[]).flatMap((key): DetailFault[] => {
    const found = moving[key];
    const { min, max, whole } = MOVING_LIMITS[key];
    if (found === undefined || (found >= min && found <= max && (!whole || Number.isInteger(found)))) return [];
    return [{ path: ['moving', key], found, expected: `a ${whole ? 'whole ' : ''}number from ${min} to ${max}` }];
  });
  const { seed = 0 } = moving;
  if (!Number.isSafeInteger(seed)) faults.push({ path: ['moving', 'seed'], found: seed, expected: 'a whole number' });
  if (traffic === 0) return faults;
  return [
    ...faults,
    { path: ['moving'], found: moving, expected: 'no moving beside traffic, which stands on the lanes' },
  ];
}

/** Properties drawn by weights: their names, the largest weight, and the words for one of them and for its weight. */
const WEIGHTED = {
  vehicles: { names: VEHICLE_KINDS, max: VEHICLE_WEIGHT_MAX, one: 'vehicle', weight: 'weight' },
  species: { names: TREE_NAMES, max: 1e6, one: 'species', weight: 'share' },
} as const;

function weightFaults(key: keyof typeof WEIGHTED, weights?: Readonly<Record<string, unknown>>): DetailFault[] {
  if (weights === undefined) return [];
  const { max, one, weight, ...known } = WEIGHTED[key];
  const names: readonly string[] = known.names;
  const given = Object.entries(weights).filter(([, found]) => found !== undefined);
  const faults = given.flatMap(([name, found]): DetailFault[] => {
    const path = [key, name] as const;
    if (!names.includes(name))
      return [{ path, found, expected: `one of the ${key} ${names.join(', ')}${didYouMean(name, names)}` }];
    const fits = typeof found === 'number' && found >= 0 && found <= max;
    return fits ? [] : [{ path, found, expected: `a ${weight}: a number from 0 to ${max}` }];
  });
  const isNone = faults.length === 0 && given.every(([, found]) => found === 0);
  return isNone
    ? [{ path: [key], found: showWeights(weights), expected: `a ${one} with a ${weight} above 0` }]
    : faults;
}

/** Weights as text, such as "bus: 1"; undefined: none. */
function showWeights(weights: Readonly<Record<string, unknown>>): string | undefined {
  const given = Object.entries(weights).filter(([, weight]) => weight !== undefined);
  return given.map(([name, weight]) => `${name}: ${weight}`).join(', ') || undefined;
}

const LEAFY_NAMES = TREE_NAMES.filter((name) => name !== 'snag');

/** Whether trees of that name can be grown. */
export const isTreeName = (name: string): name is TreeName => (TREE_NAMES as readonly string[]).includes(name);
