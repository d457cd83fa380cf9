import { TURN } from '../../base/angle.js';
import type { Vec3 } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { ball, bar, box, tube } from '../shapes.js';
import { roundness } from './furniture.js';

const WHEEL_RADIUS = 0.34;
const REAR = -0.52;
const FRONT = 0.54;
const SADDLE: Vec3 = [-0.2, 0, 0.95];
const CRANK: Vec3 = [-0.08, 0, 0.3];
const HEAD: Vec3 = [0.36, 0, 0.85];

/** A bicycle at the origin, looking along x, with a rider in a top of this cloth unless it is parked. */
export function buildBicycle(name: string, paint: MaterialName, detail: number, rider?: MaterialName): MeshBuilder {
  const builder = new MeshBuilder(name);
  const sides = roundness(detail);
  for (const x of [REAR, FRONT]) drawBicycleWheel(builder, x, 10 + 2 * sides);
  drawFrame(builder, paint, sides);
  if (rider) drawRider(builder, rider, sides);
  return builder;
}

/** A thin tyre and rim with a few spokes. */
function drawBicycleWheel(builder: MeshBuilder, x: number, steps: number): void {
  const circle = (radius: number): Vec3[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = (TURN * i) / steps;
      return [x + radius * Math.cos(angle), 0, WHEEL_RADIUS + radius * Math.sin(angle)];
    });
  const hoop = (radius: number, thickness: number) =>
    tube(
      builder,
      circle(radius),
      Array.from({ length: steps + 1 }, () => thickness),
      5,
    );
  builder.part('tyre', 'rubber');
  hoop(WHEEL_RADIUS - 0.02, 0.02);
  builder.part('rim', 'steel');
  hoop(WHEEL_RADIUS - 0.045, 0.012);
  const rim = circle(WHEEL_RADIUS - 0.045);
  for (let i = 0; i < 12; i++) bar(builder, [x, 0, WHEEL_RADIUS], rim[Math.floor((i * steps) / 12)], 0.002, 3);
  bar(builder, [x, -0.05, WHEEL_RADIUS], [x, 0.05, WHEEL_RADIUS], 0.025, 6);
}

function drawFrame(builder: MeshBuilder, paint: MaterialName, sides: number): void {
  const rear: Vec3 = [REAR, 0, WHEEL_RADIUS];
  const seat: Vec3 = [-0.18, 0, 0.8];
  builder.part('frame', paint);
  for (const [from, to] of [
    [CRANK, seat],
    [CRANK, [0.38, 0, 0.68]],
    [seat, HEAD],
    [rear, CRANK],
    [rear, seat],
    [HEAD, [FRONT, 0, WHEEL_RADIUS]],
  ] as [Vec3, Vec3][])
    bar(builder, from, to, 0.018, sides);
  builder.part('fittings', 'plastic_dark');
  bar(builder, seat, SADDLE, 0.014, sides);
  ball(builder, [-0.22, 0, 0.96], [0.14, 0.08, 0.03], 4, sides);
  bar(builder, HEAD, [0.34, 0, 1], 0.014, sides);
  bar(builder, [0.34, -0.28, 1], [0.34, 0.28, 1], 0.014, sides);
  bar(builder, [CRANK[0], -0.08, 0.3], [CRANK[0], 0.08, 0.3], 0.06, sides);
  for (const side of [-1, 1]) {
    const y = side * 0.11;
    bar(builder, [CRANK[0], side * 0.08, 0.3], [CRANK[0] + side * 0.15, side * 0.08, 0.24], 0.012, 5);
    box(
      builder,
      [CRANK[0] + side * 0.15 - 0.04, Math.min(y, y + side * 0.08), 0.23],
      [CRANK[0] + side * 0.15 + 0.04, Math.max(y, y + side * 0.08), 0.25],
    );
  }
}

/** A person in the saddle with hands on the bar. */
function drawRider(builder: MeshBuilder, top: MaterialName, sides: number): void {
  const limb = (path: Vec3[], radii: number[]) => tube(builder, path, radii, sides, { start: 'flat', end: 'flat' });
  for (const side of [-1, 1]) {
    const foot: Vec3 = [CRANK[0] + side * 0.15, side * 0.15, 0.3];
    builder.part('rider_trousers', 'fabric_grey');
    limb([[-0.2, side * 0.09, 1.02], [0.16 + side * 0.06, side * 0.12, 0.8 - side * 0.04], foot], [0.095, 0.07, 0.05]);
    builder.part('rider_shoes', 'leather');
    box(builder, [foot[0] - 0.08, foot[1] - 0.045, 0.25], [foot[0] + 0.18, foot[1] + 0.045, 0.34]);
    builder.part('rider_top', top);
    limb(
      [
        [0.02, side * 0.19, 1.46],
        [0.16, side * 0.27, 1.22],
        [0.32, side * 0.24, 1.04],
      ],
      [0.06, 0.05, 0.04],
    );
  }
  builder.part('rider_top', top);
  limb(
    [
      [-0.22, 0, 0.98],
      [-0.14, 0, 1.25],
      [0.03, 0, 1.52],
    ],
    [0.15, 0.19, 0.12],
  );
  builder.part('rider_head', 'skin');
  ball(builder, [0.12, 0, 1.68], [0.1, 0.08, 0.12], 6, sides);
  builder.part('rider_helmet', 'plastic_dark');
  ball(builder, [0.1, 0, 1.74], [0.13, 0.1, 0.1], 6, sides);
}
