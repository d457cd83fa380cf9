import type { Vec3 } from '../base/vec3.js';
import { chooseOrigin } from '../scene/read/coordinates.js';

/**
 * Positions of `count` vertices with their origin: as f64 relative to the world's origin, as f32 to one near the first
 * vertex.
 */
export function placedPositions(
  count: number,
  fp64: boolean,
  placeOf: (vertex: number) => Vec3,
): { positions: Float64Array | Float32Array; origin: [number, number, number] } {
  const positions = new (fp64 ? Float64Array : Float32Array)(3 * count);
  let origin: [number, number, number] | undefined = fp64 ? [0, 0, 0] : undefined;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = placeOf(i);
    // Points without a place come first in organised clouds.
    if (origin === undefined && Number.isFinite(x + y + z)) origin = chooseOrigin(x, y, z);
    positions[3 * i] = x - (origin?.[0] ?? 0);
    positions[3 * i + 1] = y - (origin?.[1] ?? 0);
    positions[3 * i + 2] = z - (origin?.[2] ?? 0);
  }
  return { positions, origin: origin ?? [0, 0, 0] };
}
