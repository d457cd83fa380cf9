import type { BodyShape } from '../platform/platform-schema.js';
import type { GeneratedSource } from '../scene/scene-description.js';
import type { ProceduralKind, SceneSize } from './procedural-kind.js';
import type { SceneDetails } from './scene-details.js';
import { storedTriangles } from './stored-triangles.js';

/** A part of a scene that `generateModel` makes when the scene is loaded; the generators are loaded then, too. */
export function generatedSource(
  generator: ProceduralKind,
  order: { seed: number; triangles: number; size?: SceneSize; details?: SceneDetails; table?: string },
): GeneratedSource {
  const { seed, triangles, size, details, table } = order;
  const { vehicles = 0, walkers = 0 } = details?.moving ?? {};
  const movers = vehicles + walkers;
  return {
    kind: 'generated',
    generator,
    seed,
    triangles,
    storedTriangles: storedTriangles(generator, { triangles, size, details }),
    ...(size && Object.keys(size).length > 0 && { size }),
    ...(details && Object.keys(details).length > 0 && { details }),
    ...(movers > 0 && { movers }),
    ...(table !== undefined && { table }),
    generate: async () => (await import('./generate.js')).generateModel(generator, { seed, triangles, size, details }),
  };
}

/** Triangles of most shapes of bodies; boxes have fewer. */
const SHAPE_TRIANGLES = 64;

/** The body of a platform as a part of a scene, in the platform's frame. */
export function bodySource(platform: string, shapes: readonly BodyShape[]): GeneratedSource {
  const triangles = SHAPE_TRIANGLES * shapes.length;
  return {
    kind: 'generated',
    generator: 'carrier',
    seed: 0,
    triangles,
    storedTriangles: triangles,
    details: { platform, shapes },
    generate: async () => (await import('./carrier-body.js')).bodyModel(platform, shapes),
  };
}
