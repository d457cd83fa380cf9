import type { CreateOptions, WithFiles } from '../base/files/files.js';
import { CURVE_COLORS, drawLineChart } from '../picture/chart/line-chart.js';
import { THEMES } from '../picture/raster/theme.js';
import { writePng } from '../picture/raster/write-png.js';
import type { MaterialSheet } from './material-sheet.js';

export interface DrawMaterialOptions extends CreateOptions, WithFiles {
  width: number;
  height: number;
  background: 'dark' | 'light';
}

const DEGREES = 180 / Math.PI;
/** The axis extends to the highest value times this factor, and at least to this value. */
const HEAD_ROOM = 1.05;
const LEAST = 1e-3;

/**
 * Writes a picture of a material's backscatter over the angle of incidence (`angles`, radians, those of the sheet) to
 * the PNG file `png`, whole or not at all. Throws UserError if it cannot be written.
 */
export async function drawMaterial(
  title: string,
  { curves, isIsotropic }: MaterialSheet,
  angles: readonly number[],
  png: string,
  { files, force, background, ...size }: DrawMaterialOptions,
): Promise<void> {
  const x = Float64Array.from(angles, (angle) => angle * DEGREES);
  const chart = {
    curves: curves.map(({ wavelengthNm, azimuth, values }, k) => ({
      name: `${wavelengthNm} nm${isIsotropic ? '' : azimuth === 0 ? ', along' : ', across'}`,
      color: CURVE_COLORS[k % CURVE_COLORS.length],
      x,
      y: values,
    })),
    xAxis: { title: 'angle of incidence', unit: '°' },
    yAxis: { title: 'backscatter', unit: '' },
    yRange: { low: 0, high: HEAD_ROOM * Math.max(LEAST, ...curves.flatMap(({ values }) => Math.max(...values))) },
    title,
    subtitle: 'relative to a white Lambertian surface at normal incidence',
  };
  await writePng(png, () => drawLineChart(chart, size, THEMES[background]), { files, force });
}
