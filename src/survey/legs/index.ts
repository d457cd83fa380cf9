import { z } from 'zod';
import { invariant } from '../../base/errors.js';
import { joinWords } from '../../base/text.js';
import { listField } from '../../base/yaml/fields.js';
import type { LegKind } from './leg-kind.js';
import { multicopter } from './multicopter.js';
import { path } from './path.js';
import { recorded } from './recorded.js';
import { station } from './station.js';
import { straight } from './straight.js';

/** Every kind of leg, in the order in which messages name them. */
export const LEG_KINDS = { station, straight, path, multicopter, recorded };

const KINDS = Object.values(LEG_KINDS);

/** The description of a kind in messages: the keys that it requires, and its name. */
function wordsOf({ noun, schema }: (typeof KINDS)[number]): string {
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

const legsOf = <Leg extends z.ZodType>(kinds: readonly Leg[]) =>
  listField('legs', z.union(kinds, { error: expected }), { min: 1, max: 65_535 });

/** The survey's `legs` in a file. */
export const legsSchema = legsOf(KINDS.map(({ schema }) => schema));

/** The survey's `legs` in memory, where paths may be objects. */
export const legsInMemorySchema = legsOf(KINDS.map(({ schemaInMemory }) => schemaInMemory));

export type LegDefinition = z.output<typeof legsInMemorySchema>[number];

/** The kind of a leg. */
export function kindOf<Definition extends LegDefinition>(leg: Definition): LegKind<Definition> {
  const kind = KINDS.find(({ key }) => key in leg);
  invariant(kind !== undefined, 'the leg is of no kind');
  return kind as unknown as LegKind<Definition>;
}
