import { AFTERNOON_SUN, DAYLIGHT, type Daylight, directionToSun, type LinearRgb } from './daylight.js';

/**
 * Colouring of points: `base`, the colour of the surface; `shaded`, its appearance under a sun and a sky; `lamp`,
 * under a lamp at the scanner.
 */
export type PointColoring = { kind: 'base' } | { kind: 'lamp'; exposure: number } | ({ kind: 'shaded' } & Shading);

/** Shading of points. */
export interface Shading {
  daylight: Daylight;
  /** Whether objects between a point and the sun block its light. */
  shadows: boolean;
}

/** A sun and a sky in the user's terms; defaults are DAYLIGHT and AFTERNOON_SUN. */
export interface ShadingSettings {
  /**
   * A lamp at the scanner, as bright at any range, instead of sun and sky: for rooms. The other settings except
   * `exposure` are ignored.
   */
  light?: 'scanner';
  sun?: {
    /** Azimuth clockwise from +y (north). */
    azimuth?: number;
    /** Elevation above the horizon. */
    elevation?: number;
    /** Light on a surface that faces it. */
    light?: LinearRgb;
  };
  sky?: LinearRgb;
  ground?: LinearRgb;
  exposure?: number;
  /** Whether objects cast shadows; absent: true. */
  shadows?: boolean;
}

/** The user's choice of colours; `shaded` stands for all defaults. */
export type ColorSettings = 'base' | 'shaded' | ShadingSettings;

/** The requested colouring. `radians` is the size of one unit of the sun's angles. */
export function pointColoring(settings: ColorSettings, radians = 1): PointColoring {
  if (settings === 'base') return { kind: 'base' };
  if (typeof settings === 'object' && settings.light === 'scanner')
    return { kind: 'lamp', exposure: settings.exposure ?? 1 };
  const { sun = {}, shadows = true, ...rest } = settings === 'shaded' ? {} : settings;
  const { sky = DAYLIGHT.sky, ground = DAYLIGHT.ground, exposure = DAYLIGHT.exposure } = rest;
  const angle = (given: number | undefined, usual: number) => (given === undefined ? usual : given * radians);
  const toSun = directionToSun(
    angle(sun.azimuth, AFTERNOON_SUN.azimuth),
    angle(sun.elevation, AFTERNOON_SUN.elevation),
  );
  return { kind: 'shaded', daylight: { toSun, sun: sun.light ?? DAYLIGHT.sun, sky, ground, exposure }, shadows };
}

/** Whether objects between a point and the sun matter. */
export const needsShadows = (coloring: PointColoring): boolean =>
  coloring.kind === 'shaded' && coloring.shadows && coloring.daylight.sun.some((light) => light > 0);
