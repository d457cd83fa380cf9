import { UserError } from '../../base/errors.js';
import { joinWords, longestEnding } from '../../base/text.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { tellMisses } from '../../cloud/misses.js';
import { cloudKind, type WrittenKindName } from '../cloud-kinds.js';
import { COPC_CLOUD } from '../formats/copc.js';
import { CSV_CLOUD } from '../formats/csv.js';
import { E57_CLOUD } from '../formats/e57.js';
import { LAS_CLOUD } from '../formats/las.js';
import { LAZ_CLOUD } from '../formats/laz.js';
import { NPY_CLOUD } from '../formats/npy.js';
import { NPZ_CLOUD } from '../formats/npz.js';
import { PARQUET_CLOUD } from '../formats/parquet.js';
import { PCD_CLOUD } from '../formats/pcd.js';
import { PLY_CLOUD } from '../formats/ply.js';
import { PTS_CLOUD } from '../formats/pts.js';
import { PTX_CLOUD } from '../formats/ptx.js';
import { XYZ_CLOUD } from '../formats/xyz.js';
import { type CloudFileOptions, createCloudFile } from '../records/cloud-file.js';
import type { CloudFormat, EncoderTools, OptionsOf } from '../records/cloud-format.js';
import { type CodedPoints, type PointCoder, reusedBytes } from '../records/coded-points.js';
import type { CloudHeader, PointSink } from '../records/point-sink.js';

/** The formats in which clouds are written, each by its name in CLOUD_KINDS. */
export const CLOUD_FORMATS = Object.freeze({
  las: LAS_CLOUD,
  laz: LAZ_CLOUD,
  copc: COPC_CLOUD,
  ply: PLY_CLOUD,
  pcd: PCD_CLOUD,
  csv: CSV_CLOUD,
  xyz: XYZ_CLOUD,
  pts: PTS_CLOUD,
  ptx: PTX_CLOUD,
  npy: NPY_CLOUD,
  npz: NPZ_CLOUD,
  parquet: PARQUET_CLOUD,
  e57: E57_CLOUD,
} satisfies Record<WrittenKindName, unknown>);

export type CloudFormatName = keyof typeof CLOUD_FORMATS;

type FormatFields = (typeof CLOUD_FORMATS)[CloudFormatName]['options'];
type Intersection<T> = (T extends unknown ? (part: T) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never;

/**
 * The options of all formats together, as fields of a survey's output; an option of several formats is the same in
 * each.
 */
export const CLOUD_OPTION_FIELDS: Intersection<FormatFields> = Object.assign(
  {},
  ...Object.values(CLOUD_FORMATS).map(({ options }) => options),
);

/** One output of a survey, with options of its format. */
export interface PointOutput extends OptionsOf<typeof CLOUD_OPTION_FIELDS> {
  path: string;
  format: CloudFormatName;
}

/** A format that accepts the options of all formats and ignores foreign ones. */
type KnownFormat = Omit<CloudFormat<typeof CLOUD_OPTION_FIELDS>, 'options'>;

/** The format called `name`. */
export const cloudFormat = (name: CloudFormatName): KnownFormat => CLOUD_FORMATS[name];

/** Whether an output of the format takes the option `key`. */
export const hasOption = (name: CloudFormatName, key: string): boolean => key in CLOUD_FORMATS[name].options;

/** Options of a file of points. */
export interface PointSinkOptions extends CloudFileOptions, EncoderTools {}

/**
 * The coder of points of a file in the format of `output`. Throws UserError if the format cannot hold the content that
 * `header` announces.
 */
export const pointCoder = (output: Omit<PointOutput, 'path'>, header: CloudHeader): PointCoder =>
  cloudFormat(output.format).coder(header, output);

/** A file in the format of `output`, for points of its coder. Throws UserError if it cannot be written. */
export async function createCodedSink(
  output: PointOutput,
  header: CloudHeader,
  { coders, ...options }: PointSinkOptions,
): Promise<PointSink<CodedPoints>> {
  const { key, expected } = cloudFormat(output.format).conflict?.(output) ?? {};
  if (key !== undefined)
    throw new UserError(`${key}: found ${String(output[key as keyof PointOutput])}, expected ${expected}`, {
      place: { file: output.path },
    });
  const encoder = await cloudFormat(output.format).encode(header, output, { coders });
  return createCloudFile(output.path, encoder, { ...options, appendOnly: streams(output.format) });
}

/** A file in the format of `output`, for any points. Throws UserError if it cannot be written. */
export async function createPointSink(
  output: PointOutput,
  header: CloudHeader,
  options: PointSinkOptions,
): Promise<PointSink> {
  const sink = await createCodedSink(output, header, options);
  return codingSink(pointCoder(output, header), sink);
}

/** Codes points on their way to a file. */
export function codingSink(coder: PointCoder, sink: PointSink<CodedPoints>): PointSink {
  const findBytes = reusedBytes();
  return {
    write: async (batch, waveforms) => sink.write(coder.code(batch, findBytes), waveforms),
    finish: () => sink.finish(),
    abort: () => sink.abort(),
  };
}

/** Whether misses in a file of the format, with these options, are told from returns. */
export const holdsMisses = (name: CloudFormatName, options: Omit<PointOutput, 'path' | 'format'>): boolean =>
  (cloudFormat(name).holdsMisses ?? tellMisses)(options);

/** Whether a file of the format can be written to a pipe while points arrive. */
export const streams = (name: CloudFormatName): boolean => cloudFormat(name).streams !== undefined;

/** Whether a file of the format is readable text. */
export const isText = (name: CloudFormatName): boolean => cloudFormat(name).streams === 'text';

const NAMES = Object.keys(CLOUD_FORMATS) as CloudFormatName[];

/** The format for a path's ending, the longest that is known: `.copc.laz` is not `.laz`. */
export function cloudFormatOf(path: string): CloudFormatName | undefined {
  const ending = longestEnding(
    path,
    NAMES.flatMap((name) => cloudKind(name).endings),
  );
  return NAMES.find((name) => ending !== undefined && cloudKind(name).endings.includes(ending));
}

/** The format with the name or ending that a user gives: `copc` or `copc.laz`. Throws UserError for others. */
export function formatNamed(text: string): CloudFormatName {
  const found = NAMES.find((name) => name === text || cloudKind(name).endings.includes(`.${text}`));
  if (found !== undefined) return found;
  throw new UserError(`--format: found "${text}", expected one of ${joinWords(NAMES, 'or')}${didYouMean(text, NAMES)}`);
}

/** Path endings of the formats that satisfy `which`, for messages: `.las, .ply or .pcd`. */
export const cloudEndings = (which: (format: KnownFormat, name: CloudFormatName) => boolean = () => true): string =>
  joinWords(
    NAMES.filter((name) => which(cloudFormat(name), name)).flatMap((name) => cloudKind(name).endings),
    'or',
  );
