import type { z } from 'zod';
import type { BlockCoders } from './blocks.js';
import type { CloudEncoder } from './cloud-file.js';
import type { PointCoder } from './coded-points.js';
import type { CloudHeader } from './point-sink.js';

/** Optional fields of a survey's output. */
type OptionFields = Record<string, z.ZodOptional>;

/** The values of option fields. */
export type OptionsOf<Fields extends OptionFields> = { [K in keyof Fields]?: z.output<Fields[K]> };

/** The fields of a format without options. */
type NoFields = Record<never, never>;

/** Resources of encoders besides their own thread. */
export interface EncoderTools {
  /** Threads that pack points in blocks; absent: packed in this thread. */
  coders?: BlockCoders;
}

/** Fields that a file cannot hold. */
export interface UnheldFields {
  /** Their names. */
  fields: readonly string[];
  /** A phrase such as `point format 6 has no colours`. */
  reason: string;
}

/** An option that conflicts with the others. */
export interface OptionConflict {
  key: string;
  /** Values without a conflict, in words. */
  expected: string;
}

/** Everything that the rest of the program knows about a format of clouds. */
export interface CloudFormat<Fields extends OptionFields = NoFields> {
  /** Approximate size of a written point, for estimates. */
  bytesPerPoint: number;
  /** Time of one core for packing and writing a point, for estimates. */
  nanosecondsPerPoint: number;
  /** Bytes of a written point if all have the same number; absent: they differ, or are compressed. */
  recordBytes?(header: CloudHeader, options: OptionsOf<Fields>): number;
  /** Whether it can hold points in rows and columns (`CloudHeader.grid`). */
  organised: boolean;
  /**
   * Kind of a file whose bytes depend only on earlier points, not on their number or bounds, so that it can be written
   * to a pipe while points arrive. Absent: its bytes are known after the last point.
   */
  streams?: 'text' | 'bytes';
  /** Whether the standard of the format demands coordinates in metres. */
  isMetric?: true;
  /** Whether a file names the reference system of its coordinates (`CloudHeader.wkt`); absent: it cannot. */
  namesReference?: boolean;
  /** Whether it has colours as plain numbers of 16 bits, whose range it does not state; absent: it has not. */
  keepsColours?: boolean;
  /** Keys of a survey's output for this format alone. */
  options: Fields;
  /** The chosen `fields` that a file with these options cannot hold, with the reason; undefined: none. */
  cannotHold(fields: readonly string[], options: OptionsOf<Fields>): UnheldFields | undefined;
  /**
   * Whether misses (`isMiss`) in a file with these options are told from returns; absent: where its fields have what
   * tells them.
   */
  holdsMisses?(options: OptionsOf<Fields>): boolean;
  /** The greatest class that a file with these options holds; absent, or undefined: all of 8 bits. */
  classMax?(options: OptionsOf<Fields>): number | undefined;
  /**
   * The first of these options that conflicts with the others, and the values that would not; absent, or undefined:
   * there is no conflict.
   */
  conflict?(options: OptionsOf<Fields>): OptionConflict | undefined;
  /** Codes points in the form that `encode` takes. Throws UserError like it. */
  coder(header: CloudHeader, options: OptionsOf<Fields>): PointCoder;
  /**
   * The encoder of one file from coded points. Throws UserError if the format cannot hold the data described by
   * `header`.
   */
  encode(header: CloudHeader, options: OptionsOf<Fields>, tools?: EncoderTools): CloudEncoder | Promise<CloudEncoder>;
}

/** Combines the two halves of a format that share one layout of columns and places. */
export const halvesOf = <Options, Layout>(
  layOut: (header: CloudHeader, options: Options) => Layout,
  coder: (layout: Layout) => PointCoder,
  encoder: (layout: Layout) => CloudEncoder,
) => ({
  coder: (header: CloudHeader, options: Options) => coder(layOut(header, options)),
  encode: (header: CloudHeader, options: Options) => encoder(layOut(header, options)),
});
