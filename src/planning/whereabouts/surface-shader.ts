import { transformPoint } from '../../base/affine.js';
import { cross, dot, normalize, subtract, type Vec3 } from '../../base/vec3.js';
import { classStyle } from '../../picture/raster/class-palette.js';
import { packRgb, type Rgb } from '../../picture/raster/color-ramps.js';
import { instanceTransformAt } from '../../scene/motion/instance-transform.js';
import { meshOfInstanceAt } from '../../scene/motion/scene-at.js';
import type { Scene, Surface } from '../../scene/scene.js';

/** Source of the colour of surfaces: their class, or the base colour of their material. */
export type SurfaceColoring = 'class' | 'base';

/** The colour of a hit of a triangle of an instance, seen along `ray` (unit vector). */
export type SurfaceShader = (instance: number, triangle: number, ray: Vec3) => Rgb;

/** Light that reaches surfaces from the side; the rest comes from above and from the eye. */
const AMBIENT = 0.35;
const FROM_ABOVE = 0.3;

/**
 * Shades the surfaces of a scene, as it stands at `time`, by their slope to the eye and to the sky; both sides are
 * alike.
 */
export function surfaceShader(scene: Scene, coloring: SurfaceColoring, time: number): SurfaceShader {
  const colors = scene.surfaces.map((surface) => colorOf(scene, surface, coloring));
  const transforms = scene.instances.map((instance) => instanceTransformAt(scene, instance, time));
  const meshes = scene.instances.map((instance) => meshOfInstanceAt(scene, instance, time));
  return (instance, triangle, ray) => {
    const { surfaceBase } = scene.instances[instance];
    const { positions, origin, indices, triangleGroup } = meshes[instance];
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * indices[3 * triangle + k];
      return transformPoint(transforms[instance], [
        positions[at] + origin[0],
        positions[at + 1] + origin[1],
        positions[at + 2] + origin[2],
      ]);
    });
    const normal = normalize(cross(subtract(b, a), subtract(c, a)));
    const facing = Math.abs(dot(normal, ray));
    const light = AMBIENT + FROM_ABOVE * Math.abs(normal[2]) + (1 - AMBIENT - FROM_ABOVE) * facing;
    const color = colors[surfaceBase + triangleGroup[triangle]];
    const channel = (shift: number) => Math.round(((color >> shift) & 255) * light);
    return packRgb(channel(16), channel(8), channel(0));
  };
}

function colorOf({ materials }: Scene, { classification, material }: Surface, coloring: SurfaceColoring): Rgb {
  if (coloring === 'class') return classStyle(classification).color;
  const [r, g, b] = materials[material].baseColor.map((value) => 255 * Math.min(1, Math.max(0, value)) ** (1 / 2.2));
  return packRgb(Math.round(r), Math.round(g), Math.round(b));
}
