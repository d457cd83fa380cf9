import type { z } from 'zod';
import type { CloudEncoder } from './cloud-file.js';
import type { ChunkCoders } from './laz/chunk-coders.js';
import type { CloudHeader } from './point-sink.js';

/** Optional fields of a survey's output. */
type OptionFields = Record<string, z.ZodOptional>;

/** The values of option fields. */
export type OptionsOf<Fields extends OptionFields> = { [K in keyof Fields]?: z.output<Fields[K]> };

/** Fields of a format without options of its own. */
type NoFields = Record<never, never>;

/** What encoders may use besides their own thread. */
export interface EncoderTools {
  /** Threads that compress points; absent: this one does. */
  coders?: ChunkCoders;
}

/** Everything that the rest of the program knows about a format of clouds. */
export interface CloudFormat<Fields extends OptionFields = NoFields> {
  /** Endings of its paths, with the dot, in lower case; the usual one first. */
  endings: readonly [string, ...string[]];
  /** Approximate size of a written point, for estimates. */
  bytesPerPoint: number;
  /** Whether it can hold points in rows and columns (`CloudHeader.grid`). */
  organised: boolean;
  /** Keys of a survey's output for this format alone. */
  options: Fields;
  /** The reason why a file with these options has no colours; undefined if it keeps those of the points. */
  withoutColours(options: OptionsOf<Fields>): string | undefined;
  /** The encoder of one file. Throws UserError if the format cannot hold the data described by `header`. */
  encode(header: CloudHeader, options: OptionsOf<Fields>, tools?: EncoderTools): CloudEncoder;
}
