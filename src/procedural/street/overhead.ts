import type { Vec3 } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import { bar, box, lathe, post, tube } from '../shapes.js';
import { roundness } from './furniture.js';

const POLE_HEIGHT = 8.6;
const CROSSARM_Z = 8;
/** Positions of the wires across the street, from the pole, at the tops of the insulators. */
const WIRE_OFFSETS = [-0.75, -0.3, 0.3, 0.75];
const WIRE_Z = CROSSARM_Z + 0.28;
/** An insulated overhead conductor of 70 mm² is about 1.5 cm thick. */
const WIRE_RADIUS = 0.0075;
/** Sag over span of low-voltage lines. */
const SAG_RATIO = 0.022;

/** A wooden pole with a crossarm along y and four insulators. */
export function buildPole(detail: number): MeshBuilder {
  const builder = new MeshBuilder('pole').part('pole', 'wood_dark');
  const sides = roundness(detail);
  post(builder, [0, 0, -0.4], POLE_HEIGHT + 0.4, 0.15, sides, 0.1);
  box(builder, [-0.06, -0.95, CROSSARM_Z], [0.06, 0.95, CROSSARM_Z + 0.12]);
  for (const side of [-1, 1]) bar(builder, [0, side * 0.05, CROSSARM_Z - 0.6], [0, side * 0.6, CROSSARM_Z], 0.02, 4);
  builder.part('insulator', 'ceramic');
  for (const y of WIRE_OFFSETS)
    lathe(
      builder,
      0,
      y,
      [
        [0.02, CROSSARM_Z + 0.12],
        [0.05, CROSSARM_Z + 0.16],
        [0.03, CROSSARM_Z + 0.22],
        [0.045, CROSSARM_Z + 0.26],
      ],
      sides,
    );
  return builder;
}

/** Points on a pole where the four wires are fixed, in the pole's frame. */
export const wireFixings = (): Vec3[] => WIRE_OFFSETS.map((y): Vec3 => [0, y, WIRE_Z]);

/** A wire between two points as an object of its own, hanging in a catenary. */
export function drawWire(builder: MeshBuilder, name: string, from: Vec3, to: Vec3, detail: number): void {
  const span = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
  const segments = 6 + detail * 4;
  const path = Array.from({ length: segments + 1 }, (_, i): Vec3 => {
    const t = i / segments;
    const z = from[2] + (to[2] - from[2]) * t - sagAt(t, span);
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, z];
  });
  builder.object(name).part('conductor', 'wire');
  tube(
    builder,
    path,
    path.map(() => WIRE_RADIUS),
    detail > 2 ? 6 : 4,
    { start: 'flat', end: 'flat' },
  );
}

/** Sag of a wire below its chord at the fraction t: a catenary y = a cosh(x / a) with a fixed ratio of sag to span. */
function sagAt(t: number, span: number): number {
  const a = span / (8 * SAG_RATIO);
  return a * (Math.cosh(span / 2 / a) - Math.cosh((t - 0.5) * (span / a)));
}
