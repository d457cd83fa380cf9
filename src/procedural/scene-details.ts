import { didYouMean } from '../base/yaml/check-document.js';
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

/** The details that do not fit the kind or make no sense. */
export function detailFaults(kind: ProceduralKind, details: SceneDetails): DetailFault[] {
  return [
    ...foreignFaults(kind, details),
    ...seasonFaults(details),
    ...diameterFaults(details),
    ...speciesFaults(details),
  ];
}

function foreignFaults(kind: ProceduralKind, details: SceneDetails): DetailFault[] {
  const known = [...Object.keys(PROCEDURAL_SIZES[kind]), ...DETAILS[kind]].join(', ');
  return (Object.entries(details) as [DetailKey, unknown][])
    .filter(([key, found]) => found !== undefined && !DETAILS[kind].includes(key))
    .map(([key, found]) => ({ path: [key], found, expected: `no ${key}: a ${kind} has ${known}` }));
}

const seasonFaults = ({ season }: SceneDetails): DetailFault[] =>
  season === undefined || SEASONS.includes(season)
    ? []
    : [{ path: ['season'], found: season, expected: `one of: ${SEASONS.join(', ')}` }];

function diameterFaults({ diameter }: SceneDetails): DetailFault[] {
  if (diameter === undefined) return [];
  const { mean, sd } = diameter;
  const { min, max } = MEAN_DIAMETERS;
  if (!(mean >= min && mean <= max))
    return [{ path: ['diameter', 'mean'], found: mean, expected: `a number from ${min} to ${max} (m)` }];
  if (sd >= 0 && sd <= mean) return [];
  return [{ path: ['diameter', 'sd'], found: sd, expected: `a number from 0 to the mean, which is ${mean} (m)` }];
}

function speciesFaults({ species }: SceneDetails): DetailFault[] {
  if (species === undefined) return [];
  const faults = Object.entries(species).flatMap(([name, share = Number.NaN]): DetailFault[] => {
    const path = ['species', name] as const;
    if (!isTreeName(name))
      return [
        { path, found: share, expected: `one of the species ${TREE_NAMES.join(', ')}${didYouMean(name, TREE_NAMES)}` },
      ];
    return share >= 0 && share <= 1e6 ? [] : [{ path, found: share, expected: 'a share: a number from 0 to 1000000' }];
  });
  const isNone = faults.length === 0 && Object.values(species).every((share) => share === 0);
  return isNone ? [{ path: ['species'], found: species, expected: 'a species with a share above 0' }] : faults;
}

/** Whether trees of that name can be grown. */
export const isTreeName = (name: string): name is TreeName => (TREE_NAMES as readonly string[]).includes(name);
