import { UserError } from '../../base/errors.js';
import { NumberSpan } from '../records/number-span.js';
import type { CloudReader, RangelessNumbers, ReadableCloud } from '../records/readable-cloud.js';
import {
  type ColourMax,
  type ColourRange,
  colourRange,
  type IntensityRange,
  intensityRange,
  rangeWarning,
  type StatedRanges,
} from '../units/value-ranges.js';
import { hasAnyPointAtOnce } from './any-point-at-once.js';
import { sampleNumbers } from './sample-numbers.js';

/**
 * The cloud with the ranges of its colours and intensities, as `stated` or as some of its points show them; a warning
 * names each that is not the usual one. Throws UserError if the points of a table cannot be read, and for a statement
 * about numbers that the cloud lacks or whose range its format states.
 */
export async function settleRanges<Cloud extends ReadableCloud>(
  cloud: Cloud,
  reader: CloudReader<Cloud>,
  stated: StatedRanges,
): Promise<Cloud> {
  const numbers = reader.rangeless?.(cloud) ?? [];
  checkStated(cloud, numbers, stated);
  const wanted = numbers.filter(({ key }) => (key === 'rgb' ? stated.rgbMax : stated.intensityRange) === undefined);
  const { spans, isGuess } = await spansOf(cloud, reader, wanted);
  const [colour, intensity] = [firstOf(numbers, 'rgb'), firstOf(numbers, 'intensity')];
  const colours = colour && rangeOfColours(colour, stated.rgbMax, spans.rgb, isGuess);
  const intensities = intensity && rangeOfIntensities(intensity, stated.intensityRange, spans.intensity);
  const notes = [colours, intensities].map(rangeWarning).filter((note) => note !== undefined);
  return {
    ...cloud,
    ...(colours && { colours }),
    ...(intensities && { intensities }),
    warnings: [...cloud.warnings, ...notes],
  };
}

const firstOf = (numbers: readonly RangelessNumbers[], key: RangelessNumbers['key']) =>
  numbers.find((number) => number.key === key);

function rangeOfColours(
  { declared: type }: RangelessNumbers,
  max: ColourMax | undefined,
  span: NumberSpan,
  isGuess: boolean,
): ColourRange {
  return max === undefined ? colourRange(type, span, isGuess) : { max, type, isFound: false, isGuess: false };
}

const rangeOfIntensities = (
  { declared, known }: RangelessNumbers,
  span: StatedRanges['intensityRange'],
  seen: NumberSpan,
): IntensityRange | undefined => (span === undefined ? intensityRange(declared, seen, known) : { span });

/** Throws UserError for a statement about numbers that the cloud lacks, or whose range its format states. */
function checkStated(
  { path }: ReadableCloud,
  numbers: readonly RangelessNumbers[],
  { rgbMax, intensityRange: span }: StatedRanges,
): void {
  const fault = (option: string, what: string) => {
    throw new UserError(`${option}: the cloud has no ${what} whose range is in question`, {
      place: { file: path },
      hint: 'leave the option out',
    });
  };
  if (rgbMax !== undefined && !firstOf(numbers, 'rgb')) fault('--rgb-max', 'colours');
  if (span !== undefined && !firstOf(numbers, 'intensity')) fault('--intensity-range', 'intensities');
}

/** The colours and intensities seen in some of a cloud's points. `isGuess`: there are others. */
async function spansOf<Cloud extends ReadableCloud>(
  cloud: Cloud,
  reader: CloudReader<Cloud>,
  numbers: readonly RangelessNumbers[],
) {
  const spans = { rgb: new NumberSpan(), intensity: new NumberSpan() };
  if (numbers.length === 0 || cloud.pointCount === 0) return { spans, isGuess: false };
  const isDeep = numbers.every(({ key, declared = '' }) => key === 'rgb' && /^[ui](16|32|64)$/.test(declared));
  const shown = {
    places: numbers.map(({ place }) => place),
    spans: numbers.map(({ key }) => spans[key]),
    isEnough: () => isDeep && spans.rgb.most > 255,
  };
  const form = { isSpread: hasAnyPointAtOnce(cloud), isPacked: !cloud.inAnyOrder || cloud.chunkPoints !== undefined };
  try {
    const source = await reader.openRecords(cloud);
    try {
      return { spans, isGuess: !(await sampleNumbers(cloud, source, shown, form)) };
    } finally {
      await source.close();
    }
  } catch (error) {
    // The head of a LAS file is worth being shown even if its points cannot be read.
    if (!(error instanceof UserError) || cloud.format !== 'las') throw error;
    return { spans, isGuess: true };
  }
}

/** The cloud with other numbers of full brightness, and without the warning of those found. */
export const withColourMax = <Cloud extends ReadableCloud>(cloud: Cloud, max: ColourMax): Cloud => ({
  ...cloud,
  colours: {
    isFound: false,
    ...cloud.colours,
    max,
    isGuess: cloud.colours?.isGuess === true && max < 65535,
    note: undefined,
    key: undefined,
  },
  warnings: cloud.warnings.filter((warning) => warning !== rangeWarning(cloud.colours)),
});
