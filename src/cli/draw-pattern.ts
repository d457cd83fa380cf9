import { AtomicFile } from '../base/files/node-atomic-file.js';
import type { DotChart } from '../picture/chart/dot-chart.js';
import type { ListedPattern } from '../scanner/pattern/list-pattern.js';
import type { PatternAxis } from '../scanner/pattern/view-pattern.js';
import type { Scanner } from '../scanner/scanner.js';
import { formatCount, formatSeconds } from './describe/format.js';

export interface DrawPatternOptions {
  /** Length of the stretch that is shown; absent: as much as shows the pattern. */
  seconds?: number;
  width: number;
  height: number;
  background: 'dark' | 'light';
  force?: boolean;
}

/**
 * Writes a picture of where the scanner's pulses go to the PNG file `png`, whole or not at all. Resolves to the number of pulses
 * that it shows. Throws UserError where it cannot be written or there are too many pulses.
 */
export async function drawPattern(scanner: Scanner, png: string, options: DrawPatternOptions): Promise<number> {
  const { listPattern } = await import('../scanner/pattern/list-pattern.js');
  const { drawDotChart } = await import('../picture/chart/dot-chart.js');
  const { encodePng } = await import('../picture/raster/png.js');
  const { THEMES } = await import('../picture/raster/theme.js');
  const { legLister } = await import('../simulation/leg-lister.js');
  const pattern = await listPattern(scanner, legLister(scanner), options.seconds);
  const file = await AtomicFile.create(png, { force: options.force });
  try {
    const chart = await chartOf(scanner, pattern);
    await file.append(encodePng(drawDotChart(chart, options, THEMES[options.background])));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
  return pattern.pulses.count;
}

async function chartOf(scanner: Scanner, pattern: ListedPattern): Promise<DotChart> {
  const { viewPattern } = await import('../scanner/pattern/view-pattern.js');
  const { distinctColor, INTENSITY_RAMP } = await import('../picture/raster/color-ramps.js');
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
    title: `${scanner.name}, ${formatCount(pulses.count)} pulses ${everyLine === undefined ? `in ${formatDuration(seconds)}` : `of every ${everyLine}th line of a turn`}`,
    subtitle: `${caption}; ${several ? 'a colour for each laser' : 'from dark to bright in order of time'}`,
  };
}

const formatDuration = (seconds: number) =>
  seconds < 1 ? `${Number((seconds * 1e3).toPrecision(3))} ms` : formatSeconds(seconds);

function chartAxis({ title, scale }: PatternAxis): DotChart['xAxis'] {
  if (scale === 'milliseconds') return { title: `${title}, ms`, unit: '' };
  return { title: `${title}, °`, unit: '°', tangent: scale === 'tangent' };
}
