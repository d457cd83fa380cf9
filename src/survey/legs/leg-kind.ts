import type { z } from 'zod';
import { mapField } from '../../base/yaml/fields.js';
import type { Leg, Trajectory } from '../../platform/leg.js';
import type { Reading } from '../resolve/reading.js';
import { legSettings } from './leg-settings.js';
import type { Recordings } from './recordings.js';

/** Everything that is a fact of one kind of leg. The rest of the program asks the table of `index.ts`, never which kind a leg is. */
export interface LegKind<Definition> {
  /** The key that tells it from the other kinds: it is required, and none of them has it. */
  key: keyof Definition & string;
  /** What messages call it beside its keys; undefined: these say it. */
  noun: string | undefined;
  /** The leg as a file has it; see legSchema. */
  schema: z.ZodObject;
  /** The leg as a program has it, where paths may be there already. */
  schemaInMemory: z.ZodType<Definition>;
  /** The path in SI units; undefined, and a fault noted in `section`, the leg, where it has none. */
  resolve(
    definition: Definition,
    section: Reading,
    recordings: Recordings,
  ): ResolvedPath | undefined | Promise<ResolvedPath | undefined>;
}

/** A leg's path, and when in adjusted standard GPS time it begins where the path itself says so. */
export interface ResolvedPath {
  path: Leg['path'];
  startTime?: number;
}

/**
 * A leg with keys of its own beside those of every leg; `what` describes it. Each of `keys` has an example (`meta`), a value that
 * changes what is fired compared with `example`, a leg without settings.
 */
export const legSchema = <Keys extends z.core.$ZodLooseShape>(
  what: string,
  keys: Keys,
  example: z.input<z.ZodObject<Keys>>,
) => mapField(what, { ...keys, ...legSettings }).meta({ examples: [example] });

/** The path of poses; undefined where there are none. */
export const alongPoses = (trajectory: Trajectory | undefined): ResolvedPath | undefined =>
  trajectory && { path: { kind: 'recorded', trajectory } };
