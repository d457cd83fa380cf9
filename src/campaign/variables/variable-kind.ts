import type { z } from 'zod';

/** A kind of random variable of a campaign. */
export interface VariableKind {
  /** The key of a variable of this kind, with its parameters as the value. */
  name: string;
  /** Schema of the parameters; its errors state the expected form. */
  schema: z.ZodType;
  /** The reason why parameters that the schema takes make no distribution; undefined if they do. */
  fault(parameters: never): string | undefined;
  /** The value for `unit`, a number from 0 on, below 1; `clip`: limits that it is drawn between. */
  value(parameters: never, unit: number, clip?: readonly [number, number]): unknown;
  /**
   * The reason why limits, the lower first, cannot truncate its values; undefined if they can. Absent: the kind has no
   * limits.
   */
  clipFault?(parameters: never, clip: readonly [number, number]): string | undefined;
}
