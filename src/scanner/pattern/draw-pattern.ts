import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { formatCounted } from '../../base/format-count.js';
import { formatSeconds } from '../../base/format-seconds.js';
import { type DotChart, drawDotChart } from '../../picture/chart/dot-chart.js';
import { distinctColor, INTENSITY_RAMP } from '../../picture/raster/color-ramps.js';
import { THEMES } from '../../picture/raster/theme.js';
import { writePng } from '../../picture/raster/write-png.js';
import type { Scanner } from '../scanner.js';
import { type ListedPattern, listPattern } from './list-pattern.js';
import type { ListLeg } from './pulses.js';
import { type PatternAxis, viewPattern } from './view-pattern.js';

export interface DrawPatternOptions extends CreateOptions, WithFiles {
  /** Lists pulses of the scanner's legs. */
  list: ListLeg;
  /** Seconds of the pattern that are shown; absent: as many as show the whole pattern. */
  seconds?: number;
  width: number;
  height: number;
  background: 'dark' | 'light';
}

/**
 * Writes a picture of the scanner's pulse directions to the PNG file `png`, whole or not at all. Resolves to the number
 * of pulses shown. Throws UserError if the file cannot be written or there are too many pulses.
 */
export async function drawPattern(scanner: Scanner, png: string, options: DrawPatternOptions): Promise<number> {
  const { list, seconds, background, files, force, ...size } = options;
  const pattern = await listPattern(scanner, list, seconds);
  await writePng(png, () => drawDotChart(chartOf(scanner, pattern), size, THEMES[background]), { files, force });
  return pattern.pulses.count;
}

function chartOf(scanner: Scanner, pattern: ListedPattern): DotChart {
  const { pulses, seconds, everyLine } = pattern;
  const { caption, xAxis, yAxis, ...dots } = viewPattern(scanner, pattern);
  const several = scanner.channels.length > 1;
  const rampLast = INTENSITY_RAMP.length - 1;
  return {
    ...dots,
    color: several
      ? (k) => distinctColor(pulses.channels[k])
      : (k) => INTENSITY_RAMP[Math.min(rampLast, Math.floor((pulses.times[k] / seconds) * rampLast))],
    xAxis: chartAxis(xAxis),
    yAxis: chartAxis(yAxis),
    title: `${scanner.name}, ${formatCounted(pulses.count, 'pulse')} ${everyLine === undefined ? `in ${formatDuration(seconds)}` : `of every ${everyLine}th line of a turn`}`,
    subtitle: `${caption}; ${several ? 'a colour for each laser' : 'from dark to bright in order of time'}`,
  };
}

const formatDuration = (seconds: number) =>
  seconds < 1 ? `${Number((seconds * 1e3).toPrecision(3))} ms` : formatSeconds(seconds);

function chartAxis({ title, scale }: PatternAxis): DotChart['xAxis'] {
  if (scale === 'milliseconds') return { title: `${title}, ms`, unit: '' };
  return { title: `${title}, °`, unit: '°', tangent: scale === 'tangent' };
}
