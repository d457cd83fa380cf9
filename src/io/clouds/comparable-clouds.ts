import type { ReadableCloud } from '../records/readable-cloud.js';
import { inMetres } from './cloud-units.js';

/** Both clouds in metres. One that names no system has the units of the other; so have degrees their place. */
export function comparableClouds<Cloud extends ReadableCloud>(a: Cloud, b: Cloud): { a: Cloud; b: Cloud } {
  const around = a.bounds ?? b.bounds;
  return {
    a: inMetres({ ...a, units: a.units ?? b.units }, around),
    b: inMetres({ ...b, units: b.units ?? a.units }, around),
  };
}
