import { AtomicFile } from '../base/files/node-atomic-file.js';
import type { MaterialSheet } from '../material/material-sheet.js';

export interface DrawMaterialOptions {
  width: number;
  height: number;
  background: 'dark' | 'light';
  force?: boolean;
}

const DEGREES = 180 / Math.PI;
/** The axis reaches so far above the highest value, and at least to this. */
const HEAD_ROOM = 1.05;
const LEAST = 1e-3;

/**
 * Writes a picture of what a material sends back over the angle of incidence (`angles`, radians, those of the sheet) to the PNG file
 * `png`, whole or not at all. Throws UserError where it cannot be written.
 */
export async function drawMaterial(
  title: string,
  { curves, isIsotropic }: MaterialSheet,
  angles: readonly number[],
  png: string,
  { force, background, ...size }: DrawMaterialOptions,
): Promise<void> {
  const [{ CURVE_COLORS, drawLineChart }, { encodePng }, { THEMES }] = await Promise.all([
    import('../picture/chart/line-chart.js'),
    import('../picture/raster/png.js'),
    import('../picture/raster/theme.js'),
  ]);
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
    subtitle: 'of what a white Lambertian surface sends back along its normal',
  };
  const file = await AtomicFile.create(png, { force });
  try {
    await file.append(encodePng(drawLineChart(chart, size, THEMES[background])));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
