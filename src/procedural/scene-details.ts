import { PROCEDURAL_SIZES, type ProceduralKind } from './procedural-kind.js';
import { SEASONS, type Season } from './season.js';
import { TREE_NAMES, type TreeName } from './trees/species.js';

/** A tree of a table; what it lacks is drawn. */
export interface ListedTree {
  /** From the middle of the forest [m]. */
  x: number;
  y: number;
  species?: TreeName;
  /** At breast height [m]. */
  diameter?: number;
  /** Of its top above the ground [m]. */
  height?: number;
}

/** What a generated scene can be told besides its sizes. */
export interface SceneDetails {
  season?: Season;
  /** Mean and standard deviation of diameters at breast height [m]. */
  diameter?: Readonly<{ mean: number; sd: number }>;
  /** Shares of the species of trees, relative to their sum. */
  species?: Readonly<Partial<Record<string, number>>>;
  trees?: readonly ListedTree[];
}

export type DetailKey = keyof SceneDetails;

const DETAILS: Readonly<Record<ProceduralKind, readonly DetailKey[]>> = Object.freeze({
  forest: ['season', 'diameter', 'species', 'trees'],
  street: [],
  room: [],
  terrain: [],
});

/** Ranges of what describes a tree [m]. */
export const MEAN_DIAMETERS = { min: 0.02, max: 1 } as const;
export const DIAMETERS = { min: 0.01, max: 3 } as const;
export const HEIGHTS = { min: 1.5, max: 120 } as const;
/** Most trees of a forest that is described by them. */
export const STAND_TREES_MAX = 250_000;

/** A detail that does not fit. */
export interface DetailFault {
  path: readonly [DetailKey, ...string[]];
  found: unknown;
  expected: string;
}

/** The reason why a detail does not fit the kind or makes no sense; undefined if all fit. */
export function detailFault(kind: ProceduralKind, details: SceneDetails): DetailFault | undefined {
  for (const [key, found] of Object.entries(details) as [DetailKey, unknown][]) {
    if (found === undefined || DETAILS[kind].includes(key)) continue;
    const known = [...Object.keys(PROCEDURAL_SIZES[kind]), ...DETAILS[kind]];
    return { path: [key], found, expected: `no ${key}: a ${kind} has ${known.join(', ')}` };
  }
  const { season } = details;
  if (season !== undefined && !SEASONS.includes(season))
    return { path: ['season'], found: season, expected: `one of: ${SEASONS.join(', ')}` };
  return diameterFault(details) ?? speciesFault(details);
}

function diameterFault({ diameter }: SceneDetails): DetailFault | undefined {
  if (diameter === undefined) return undefined;
  const { mean, sd } = diameter;
  const { min, max } = MEAN_DIAMETERS;
  if (!(mean >= min && mean <= max))
    return { path: ['diameter', 'mean'], found: mean, expected: `a number from ${min} to ${max} (m)` };
  if (!(sd >= 0 && sd <= mean))
    return { path: ['diameter', 'sd'], found: sd, expected: `a number from 0 to the mean, which is ${mean} (m)` };
  return undefined;
}

function speciesFault({ species = {} }: SceneDetails): DetailFault | undefined {
  const shares = Object.entries(species);
  for (const [name, share] of shares) {
    if (!isTreeName(name))
      return { path: ['species', name], found: share, expected: `one of the species ${TREE_NAMES.join(', ')}` };
    if (share === undefined || !(share >= 0 && share <= 1e6))
      return { path: ['species', name], found: share, expected: 'a share: a number from 0 to 1000000' };
  }
  if (shares.length > 0 && shares.every(([, share]) => share === 0))
    return { path: ['species'], found: species, expected: 'a share above 0' };
  return undefined;
}

/** Whether trees of that name can be grown. */
export const isTreeName = (name: string): name is TreeName => (TREE_NAMES as readonly string[]).includes(name);
