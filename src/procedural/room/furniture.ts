import type { Vec3 } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { ball, bar, block, box, tube } from '../shapes.js';

/** A table of 1.8 m × 0.9 m × 0.75 m on four tapered legs. */
export function buildTable(name = 'table', top: MaterialName = 'wood'): MeshBuilder {
  const builder = new MeshBuilder(name).part('top', top);
  box(builder, [-0.9, -0.45, 0.72], [0.9, 0.45, 0.75]);
  builder.part('frame', 'wood_dark');
  for (const y of [-0.38, 0.36]) box(builder, [-0.8, y, 0.64], [0.8, y + 0.02, 0.72]);
  for (const x of [-0.8, 0.78]) box(builder, [x, -0.36, 0.64], [x + 0.02, 0.36, 0.72]);
  for (const x of [-0.8, 0.8])
    for (const y of [-0.37, 0.37])
      tube(
        builder,
        [
          [x, y, 0.72],
          [x, y, 0],
        ],
        [0.035, 0.02],
        10,
        { start: 'flat', end: 'flat' },
      );
  return builder;
}

/** A wooden chair with an upholstered seat, facing +y. */
export function buildChair(
  sides: number,
  name = 'chair',
  frame: MaterialName = 'wood',
  seat: MaterialName = 'fabric_blue',
): MeshBuilder {
  const builder = new MeshBuilder(name).part('frame', frame);
  for (const x of [-0.2, 0.2]) {
    bar(builder, [x, 0.19, 0], [x, 0.19, 0.44], 0.017, sides);
    tube(
      builder,
      [
        [x, -0.2, 0],
        [x, -0.2, 0.44],
        [x * 0.95, -0.27, 0.9],
      ],
      [0.017, 0.019, 0.015],
      sides,
      { start: 'flat', end: 'flat' },
    );
  }
  for (const z of [0.62, 0.72, 0.82]) {
    const y = -0.2 - ((z - 0.44) / 0.46) * 0.07;
    box(builder, [-0.19, y - 0.01, z], [0.19, y + 0.008, z + 0.05]);
  }
  box(builder, [-0.22, -0.22, 0.41], [0.22, 0.22, 0.44]);
  builder.part('seat', seat);
  cushion(builder, [0, 0, 0.465], [0.21, 0.21, 0.03], sides);
  return builder;
}

/** A sofa for three, 2.1 m wide along x, facing −y. */
export function buildSofa(sides: number, name = 'sofa', cloth: MaterialName = 'fabric_grey'): MeshBuilder {
  const builder = new MeshBuilder(name).part('feet', 'wood_dark');
  for (const x of [-0.95, 0.95]) for (const y of [-0.38, 0.38]) bar(builder, [x, y, 0], [x, y, 0.1], 0.025, 8);
  builder.part('body', cloth);
  box(builder, [-1.05, -0.45, 0.1], [1.05, 0.45, 0.3]);
  box(builder, [-1.05, 0.25, 0.3], [1.05, 0.45, 0.8]);
  for (const x of [-1.05, 0.87]) box(builder, [x, -0.45, 0.3], [x + 0.18, 0.25, 0.6]);
  builder.part('cushions', cloth);
  for (const x of [-0.58, 0, 0.58]) {
    cushion(builder, [x, -0.1, 0.38], [0.288, 0.34, 0.085], sides);
    cushion(builder, [x, 0.17, 0.62], [0.28, 0.09, 0.2], sides);
  }
  builder.part('pillow', 'fabric_red');
  cushion(builder, [-0.6, 0, 0.6], [0.2, 0.08, 0.2], sides);
  builder.part('pillow', 'fabric_sand');
  cushion(builder, [0.62, 0, 0.6], [0.2, 0.08, 0.2], sides);
  return builder;
}

/** A box with rounded edges around its centre: a ball with its points moved outwards to a cube. */
function cushion(builder: MeshBuilder, centre: Vec3, half: Vec3, sides: number): void {
  ball(builder, centre, half, sides, sides * 2, (x, y, z) => {
    const [xx, yy, zz] = [x * x, y * y, z * z];
    // The superellipsoid x⁴ + y⁴ + z⁴ = 1.
    return 1 / Math.sqrt(Math.sqrt(xx * xx + yy * yy + zz * zz));
  });
}

/** A desk along x with drawers, a screen, a keyboard and a laptop. */
export function buildDesk(name = 'desk', top: MaterialName = 'wood'): MeshBuilder {
  const builder = new MeshBuilder(name).part('top', top);
  box(builder, [-0.75, -0.35, 0.71], [0.75, 0.35, 0.74]);
  builder.part('drawers', 'wood_painted');
  box(builder, [0.3, -0.33, 0.05], [0.73, 0.33, 0.71]);
  for (let i = 0; i < 3; i++) {
    box(builder, [0.32, -0.35, 0.08 + i * 0.21], [0.71, -0.33, 0.27 + i * 0.21]);
    box(builder, [0.46, -0.37, 0.18 + i * 0.21], [0.57, -0.35, 0.195 + i * 0.21]);
  }
  builder.part('legs', 'steel');
  for (const y of [-0.3, 0.3]) bar(builder, [-0.7, y, 0], [-0.7, y, 0.71], 0.02, 10);
  return builder;
}

/** A flat screen on its foot, facing −y, and a keyboard in front of it. */
export function buildScreen(): MeshBuilder {
  const builder = new MeshBuilder('screen').part('case', 'plastic_dark');
  box(builder, [-0.3, 0, 0.12], [0.3, 0.03, 0.48]);
  box(builder, [-0.03, 0.01, 0.015], [0.03, 0.04, 0.14]);
  block(builder, [0, 0.03, 0], [0.22, 0.16, 0.015]);
  builder.part('display', 'screen');
  box(builder, [-0.29, -0.003, 0.13], [0.29, 0, 0.47], { back: false });
  builder.part('keyboard', 'plastic_white');
  box(builder, [-0.22, -0.33, 0], [0.22, -0.19, 0.012]);
  builder.part('keys', 'plastic_dark');
  for (let row = 0; row < 5; row++)
    for (let key = 0; key < 14; key++)
      block(builder, [-0.2 + key * 0.0307, -0.31 + row * 0.026, 0.012], [0.026, 0.021, 0.005], { bottom: false });
  return builder;
}

/** A box of this size on the floor, with a lid that overhangs a little. */
export function buildCarton(name: string, [length, width, height]: Vec3, material: MaterialName): MeshBuilder {
  const builder = new MeshBuilder(name).part('case', material);
  block(builder, [0, 0, 0], [length - 0.02, width - 0.02, height - 0.06]);
  builder.part('lid', material);
  block(builder, [0, 0, height - 0.06], [length, width, 0.06]);
  return builder;
}
