import type { z } from 'zod';
import { mapField } from '../../base/yaml/fields.js';
import type { Leg, Trajectory } from '../../platform/leg.js';
import type { Reading } from '../resolve/reading.js';
import { legSettings } from './leg-settings.js';
import type { Recordings } from './recordings.js';

/** All facts about one kind of leg. The rest of the program asks the table in `index.ts`, never the kind itself. */
export interface LegKind<Definition> {
  /** The required key that only this kind has. */
  key: keyof Definition & string;
  /** Its name in messages, beside its keys; undefined if the keys are enough. */
  noun: string | undefined;
  /** The leg in a file; see legSchema. */
  schema: z.ZodObject;
  /** The leg in a program, where paths may be objects. */
  schemaInMemory: z.ZodType<Definition>;
  /** The path in SI units. If it has none: undefined, and a fault noted in `section`, the leg. */
  resolve(
    definition: Definition,
    section: Reading,
    recordings: Recordings,
  ): ResolvedPath | undefined | Promise<ResolvedPath | undefined>;
}

/** A leg's path, and its start in adjusted standard GPS time if the path has one. */
export interface ResolvedPath {
  path: Leg['path'];
  startTime?: number;
}

/**
 * The schema of a leg with keys of its own in addition to those of every leg; `what` describes it. Each of `keys` has
 * an example (`meta`): a value that changes the pulses of `example`, a leg without settings.
 */
export const legSchema = <Keys extends z.core.$ZodLooseShape>(
  what: string,
  keys: Keys,
  example: z.input<z.ZodObject<Keys>>,
) => mapField(what, { ...keys, ...legSettings }).meta({ examples: [example] });

/** The path of poses, or undefined without poses. */
export const alongPoses = (trajectory: Trajectory | undefined): ResolvedPath | undefined =>
  trajectory && { path: { kind: 'recorded', trajectory } };
