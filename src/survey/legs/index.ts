import { z } from 'zod';
import { invariant } from '../../base/errors.js';
import { joinWords } from '../../base/text.js';
import { memberOf } from '../../base/yaml/cuts.js';
import { listField } from '../../base/yaml/fields.js';
import type { EarlyFault } from '../../base/yaml/sound-part.js';
import type { LegKind } from './leg-kind.js';
import { legSettings } from './leg-settings.js';
import { multicopter } from './multicopter.js';
import { path } from './path.js';
import { recorded } from './recorded.js';
import { station } from './station.js';
import { straight } from './straight.js';

// The types are named: the compiler would otherwise write out those of all settings, half a megabyte of declarations.

/** Every kind of leg, in the order in which messages name them. */
export const LEG_KINDS: {
  station: typeof station;
  straight: typeof straight;
  path: typeof path;
  multicopter: typeof multicopter;
  recorded: typeof recorded;
} = { station, straight, path, multicopter, recorded };

type Kind = (typeof LEG_KINDS)[keyof typeof LEG_KINDS];

const KINDS: readonly Kind[] = Object.values(LEG_KINDS);

/** The description of a kind in messages: the keys that it requires, and its name. */
function wordsOf({ noun, schema }: Kind): string {
  const keys = joinWords(requiredKeys(schema), 'and');
  return noun === undefined ? keys : `${keys} (${noun})`;
}

function requiredKeys({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((key) => !z.safeParse(shape[key], undefined).success);
}

/** The expected kinds, for a message about a leg of no kind. */
function expected(): string {
  const words = KINDS.map(wordsOf);
  return `a map with ${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}

/** Most legs of a survey: point source IDs have 16 bits. */
export const LEGS_MAX = 65_535;

const legsOf = <Leg extends z.ZodType>(kinds: readonly Leg[]) =>
  listField('stations and paths of the platform', z.union(kinds, { error: expected }), { min: 1, max: LEGS_MAX });

type LegsField<Leg extends z.ZodType> = ReturnType<typeof legsOf<Leg>>;

/** The survey's `legs` in a file. */
export const legsSchema: LegsField<Kind['schema']> = legsOf(KINDS.map(({ schema }) => schema));

/** The survey's `legs` in memory, where paths may be objects. */
export const legsInMemorySchema: LegsField<Kind['schemaInMemory']> = legsOf(
  KINDS.map(({ schemaInMemory }) => schemaInMemory),
);

export type LegDefinition = z.output<typeof legsInMemorySchema>[number];

/** Faults of legs that have the keys of several kinds, or of none, in a survey that is not checked yet. */
export function legKindFaults(survey: unknown): EarlyFault[] {
  const legs = memberOf(survey, 'legs');
  if (!Array.isArray(legs)) return [];
  return legs.flatMap((leg, k) => {
    const keys = keysOf(leg);
    const kinds = KINDS.map(({ key }) => key as string).filter((key) => keys?.includes(key));
    const isOfNone = keys?.every((key) => Object.hasOwn(legSettings, key)) === true;
    if (keys === undefined || (kinds.length < 2 && !isOfNone)) return [];
    const found = isOfNone ? 'a leg without a path' : `${joinWords(kinds, 'and')}, of several kinds of legs`;
    return [{ path: ['legs', k], message: `found ${found}, expected ${expected()}` }];
  });
}

/** The keys of a map that have values, or undefined for another value. */
function keysOf(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    return undefined;
  return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [key]));
}

/** The kind of a leg. */
export function legKind<Definition extends LegDefinition>(leg: Definition): LegKind<Definition> {
  const kind = KINDS.find(({ key }) => key in leg);
  invariant(kind !== undefined, 'the leg is of no kind');
  return kind as unknown as LegKind<Definition>;
}
