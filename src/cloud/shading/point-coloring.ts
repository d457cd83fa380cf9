import { AFTERNOON_SUN, DAYLIGHT, type Daylight, directionToSun, type LinearRgb } from './daylight.js';

/** What the colours of points tell: base: that of what they lie on; shaded: what it looks like under a sun and a sky. */
export type PointColoring = { kind: 'base' } | ({ kind: 'shaded' } & Shading);

/** How points are shaded. */
export interface Shading {
  daylight: Daylight;
  /** Whether what stands between a point and the sun takes the sun's light away. */
  shadows: boolean;
}

/** A sun and a sky as users describe them; what is absent is that of DAYLIGHT and AFTERNOON_SUN. */
export interface ShadingSettings {
  sun?: {
    /** Clockwise from +y (north). */
    azimuth?: number;
    /** Above the horizon. */
    elevation?: number;
    /** What a surface that is turned to it gets. */
    light?: LinearRgb;
  };
  sky?: LinearRgb;
  ground?: LinearRgb;
  exposure?: number;
  /** Absent: true. */
  shadows?: boolean;
}

/** What users choose colours by; `shaded` stands for all defaults. */
export type ColorSettings = 'base' | 'shaded' | ShadingSettings;

/** The colouring that is asked for. `radians` is what a unit of the sun's angles is. */
export function pointColoring(settings: ColorSettings, radians = 1): PointColoring {
  if (settings === 'base') return { kind: 'base' };
  const { sun = {}, shadows = true, ...rest } = settings === 'shaded' ? {} : settings;
  const { sky = DAYLIGHT.sky, ground = DAYLIGHT.ground, exposure = DAYLIGHT.exposure } = rest;
  const angle = (given: number | undefined, usual: number) => (given === undefined ? usual : given * radians);
  const toSun = directionToSun(
    angle(sun.azimuth, AFTERNOON_SUN.azimuth),
    angle(sun.elevation, AFTERNOON_SUN.elevation),
  );
  return { kind: 'shaded', daylight: { toSun, sun: sun.light ?? DAYLIGHT.sun, sky, ground, exposure }, shadows };
}

/** Whether it matters what stands between a point and the sun. */
export const needsShadows = (coloring: PointColoring): boolean =>
  coloring.kind === 'shaded' && coloring.shadows && coloring.daylight.sun.some((light) => light > 0);
