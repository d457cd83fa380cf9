import type { MeshBuilder } from '../mesh-builder.js';
import { box } from '../shapes.js';
import { isOpen, type Wall } from './facade.js';

/** Standard brick in a stretcher bond: 240 × 71 mm with joints of about 10 mm (DIN 4172 grid: 250 × 83 mm). */
const BRICK_LENGTH = 0.25;
const COURSE = 0.083;
const JOINT = 0.01;
/** Projection of bricks from the mortar. */
const PROUD = 0.008;

/** Bricks in relief on the free parts of a brick wall; the wall's own face is the mortar. */
export function drawBricks(builder: MeshBuilder, wall: Wall): void {
  builder.part('bricks', wall.material);
  const courses = Math.floor((wall.height - wall.base) / COURSE);
  for (let course = 0; course < courses; course++) {
    const z = wall.base + course * COURSE;
    const shift = course % 2 === 0 ? 0 : -BRICK_LENGTH / 2;
    for (let x = shift; x < wall.width; x += BRICK_LENGTH)
      drawBrick(builder, wall, Math.max(0, x), Math.min(x + BRICK_LENGTH, wall.width) - JOINT, z);
  }
}

/** One brick, unless an opening is in its place; five of its faces are visible. */
function drawBrick(builder: MeshBuilder, wall: Wall, x0: number, x1: number, z: number): void {
  const top = z + COURSE - JOINT;
  const clear = [x0, (x0 + x1) / 2, x1].every((x) => !isOpen(wall.openings, x, z) && !isOpen(wall.openings, x, top));
  if (x1 - x0 > JOINT && clear) box(builder, [x0, -PROUD, z], [x1, 0, top], { back: false });
}
