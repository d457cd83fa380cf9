import type { z } from 'zod';
import type { CloudEncoder } from './cloud-file.js';
import type { CloudHeader } from './point-sink.js';

/** Optional fields of a survey's output. */
type OptionFields = Record<string, z.ZodOptional>;

/** The values of option fields. */
export type OptionsOf<Fields extends OptionFields> = { [K in keyof Fields]?: z.output<Fields[K]> };

/** Of a format without options of its own. */
type NoFields = Record<never, never>;

/** All that the rest of the program knows of a format of clouds. */
export interface CloudFormat<Fields extends OptionFields = NoFields> {
  /** What its paths end in: dot, lower case; the usual one first. */
  endings: readonly [string, ...string[]];
  /** A point as it is written, about: for estimates. */
  bytesPerPoint: number;
  /** Whether it holds points in rows and columns (`CloudHeader.grid`). */
  organised: boolean;
  /** Keys of a survey's output that are for this format alone. */
  options: Fields;
  /** Says why a file with these options has no colours; undefined where it has those of the points. */
  withoutColours(options: OptionsOf<Fields>): string | undefined;
  /** The encoder of one file. Throws UserError where the format cannot hold what `header` names. */
  encode(header: CloudHeader, options: OptionsOf<Fields>): CloudEncoder;
}
