import { TURN } from '../base/angle.js';
import type { RandomStream } from '../base/random-stream.js';
import type { Vec3 } from '../base/vec3.js';
import { add, scale } from '../base/vec3.js';
import { MeshBuilder } from './mesh-builder.js';
import { fractalNoise } from './noise.js';
import type { MaterialName } from './palette.js';
import { ball, tube } from './shapes.js';

/** A bent blade is a quadrilateral and a tip. */
export const TRIANGLES_PER_BLADE = 3;

/** A tuft or patch of grass of about `triangles` triangles (a multiple of 3) within `radius` of the origin. */
export function growGrass(
  name: string,
  radius: number,
  height: number,
  triangles: number,
  material: MaterialName,
  random: RandomStream,
): MeshBuilder {
  const builder = new MeshBuilder(name).part('blades', material);
  for (let blade = 0; blade < Math.floor(triangles / TRIANGLES_PER_BLADE); blade++) {
    const distance = radius * Math.sqrt(random.unit());
    const angle = random.range(0, TURN);
    drawBlade(
      builder,
      [distance * Math.cos(angle), distance * Math.sin(angle), -0.02],
      height * random.range(0.5, 1.1),
      random,
    );
  }
  return builder;
}

/** A blade of grass 3 … 8 mm wide or, if it represents several, a twentieth of its height. */
export function drawBlade(builder: MeshBuilder, root: Vec3, height: number, random: RandomStream): void {
  const angle = random.range(0, TURN);
  const lean: Vec3 = [Math.cos(angle) * random.range(0.1, 0.5), Math.sin(angle) * random.range(0.1, 0.5), 1];
  const side: Vec3 = scale([-Math.sin(angle), Math.cos(angle), 0], Math.max(0.003, height * 0.025));
  const middle = add(root, scale(lean, height * 0.6));
  const tip = add(middle, [lean[0] * height * 0.7, lean[1] * height * 0.7, height * 0.3]);
  const a = builder.vertex(...add(root, scale(side, -1)));
  const b = builder.vertex(...add(root, side));
  const c = builder.vertex(...add(middle, scale(side, 0.7)));
  const d = builder.vertex(...add(middle, scale(side, -0.7)));
  builder.quad(a, b, c, d);
  builder.triangle(d, c, builder.vertex(...tip));
}

/** A boulder about 1 m across, bumpy and slightly flat, with its foot below z = 0; about `triangles` triangles. */
export function growStone(name: string, triangles: number, random: RandomStream): MeshBuilder {
  const builder = new MeshBuilder(name).part('stone', 'stone');
  const rings = Math.max(4, Math.floor(Math.sqrt(triangles / 4)));
  const seed = random.bits();
  ball(builder, [0, 0, 0.16], [0.5, random.range(0.32, 0.48), random.range(0.25, 0.4)], rings, rings * 2, (x, y, z) => {
    return 1 + 0.35 * fractalNoise(x * 1.6 + z, y * 1.6 - z * 0.7, seed, 4);
  });
  return builder;
}

/** A fallen trunk along x on the ground, with the stubs of its branches; about `triangles` triangles. */
export function growLog(name: string, triangles: number, random: RandomStream): MeshBuilder {
  const builder = new MeshBuilder(name).part('dead_wood', 'wood_dark');
  const length = random.range(3, 7);
  const radius = random.range(0.12, 0.25);
  const segments = Math.max(3, Math.floor(Math.sqrt(triangles / 4)));
  const sides = Math.max(5, Math.min(16, segments));
  const path: Vec3[] = [];
  const radii: number[] = [];
  for (let i = 0; i <= segments; i++) {
    path.push([(i / segments - 0.5) * length, random.bell() * 0.02, radius * 0.8 + random.bell() * 0.01]);
    radii.push(radius * (1 - (0.5 * i) / segments) * random.range(0.95, 1.05));
  }
  tube(builder, path, radii, sides, { start: 'flat', end: 'flat' });
  for (let stub = 0; stub < 5; stub++) {
    const from = path[1 + random.index(segments - 1)];
    const reach: Vec3 = [random.range(0.1, 0.5), random.range(-0.7, 0.7), random.range(0.1, 0.8)];
    tube(builder, [from, add(from, reach)], [radius * 0.25, 0.02], 4, { end: 'flat' });
  }
  return builder;
}
