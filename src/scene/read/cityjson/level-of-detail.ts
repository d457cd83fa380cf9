import { isObject, type JsonObject } from './cityjson-document.js';

/** A geometry of an object, with its level of detail. */
export interface LeveledGeometry {
  geometry: JsonObject;
  /** `2.2`; empty: not stated. */
  lod: string;
}

/** The geometries of an object with their levels; a geometry of a template has the template's level. */
export function leveledGeometries(object: JsonObject, templates: readonly unknown[] = []): LeveledGeometry[] {
  const geometries = Array.isArray(object.geometry) ? object.geometry.filter(isObject) : [];
  return geometries.map((geometry) => {
    const template = typeof geometry.template === 'number' ? templates[geometry.template] : undefined;
    const { lod } = isObject(template) ? template : geometry;
    return { geometry, lod: typeof lod === 'number' || typeof lod === 'string' ? String(lod) : '' };
  });
}

/**
 * The selected one of several levels: the finest, or the finest of those that `wanted` names; undefined without one.
 */
export function chosenLevel(levels: readonly string[], wanted: string | undefined): string | undefined {
  const fitting = levels.filter((lod) => wanted === undefined || lod === wanted || lod.startsWith(`${wanted}.`));
  return fitting.toSorted((a, b) => orderOf(a) - orderOf(b)).at(-1);
}

/** `2.2` as 2.2, an unstated level below all. */
function orderOf(lod: string): number {
  const order = Number.parseFloat(lod);
  return Number.isNaN(order) ? -1 : order;
}

/** Whether level `a` is finer than `b`. */
export const isFinerLevel = (a: string, b: string): boolean => orderOf(a) > orderOf(b);
