import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { add, cross, normalize, scale } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { Season } from '../season.js';
import { anyNormalTo, box } from '../shapes.js';

const HEDGE_WIDTH = 0.55;
const HEDGE_HEIGHT = 1.1;
/** Length of a privet leaf, and of the sprays that represent several. */
const LEAF_LENGTH = 0.05;
const SPRAY_LENGTH = 0.22;
/** Leaves of a hedge cover its faces about twice. */
const COVER = 2;

/** Material of the leaves in each season; in winter, of the twigs. */
const HEDGE_MATERIAL = { summer: 'leaf_dark', autumn: 'leaf_autumn', winter: 'bark' } as const;
/** Width of a leaf, and of a bare twig, relative to its length. */
const LEAF_WIDTH = 0.5;
const TWIG_WIDTH = 0.05;

/** A clipped hedge of this length along x: a dark core of twigs and a skin of leaves, in winter bare twigs only. */
export function buildHedge(
  name: string,
  length: number,
  { triangles, season = 'summer' }: { triangles: number; season?: Season },
  random: RandomStream,
): MeshBuilder {
  const builder = new MeshBuilder(name);
  const isBare = season === 'winter';
  if (!isBare) drawHedgeCore(builder, length);
  builder.part(isBare ? 'twigs' : 'leaves', HEDGE_MATERIAL[season]);
  const leaves = Math.max(0, Math.floor((triangles - builder.triangleCount) / 2));
  const area = length * (2 * HEDGE_HEIGHT + HEDGE_WIDTH) * COVER;
  const size = Math.min(SPRAY_LENGTH, Math.max(LEAF_LENGTH, Math.sqrt(area / Math.max(1, leaves) / 0.25)));
  const shape = isBare ? { size: SPRAY_LENGTH, width: TWIG_WIDTH } : { size, width: LEAF_WIDTH };
  for (let leaf = 0; leaf < leaves; leaf++)
    drawHedgeLeaf(builder, hedgePoint(length, random), shape.size * random.range(0.7, 1.2), shape.width, random);
  return builder;
}

function drawHedgeCore(builder: MeshBuilder, length: number): void {
  const inset = 0.1;
  builder.part('core', 'leaf_dark');
  box(
    builder,
    [-length / 2 + inset, -HEDGE_WIDTH / 2 + inset, -0.1],
    [length / 2 - inset, HEDGE_WIDTH / 2 - inset, HEDGE_HEIGHT - inset],
  );
}

/** A random point near the hedge's two sides, its top or its ends. */
function hedgePoint(length: number, random: RandomStream): Vec3 {
  const x = random.range(-0.5, 0.5) * length;
  const depth = random.unit() ** 2 * 0.12;
  if (random.chance(HEDGE_WIDTH / (2 * HEDGE_HEIGHT + HEDGE_WIDTH)))
    return [x, random.range(-0.5, 0.5) * HEDGE_WIDTH, HEDGE_HEIGHT - depth];
  const side = random.chance(0.5) ? 1 : -1;
  return [x, side * (HEDGE_WIDTH / 2 - depth), random.range(0.02, 1) * HEDGE_HEIGHT];
}

function drawHedgeLeaf(builder: MeshBuilder, at: Vec3, size: number, width: number, random: RandomStream): void {
  const half = size * width * 0.5;
  const along = random.direction();
  const side = normalize(add(anyNormalTo(along), scale(cross(along, anyNormalTo(along)), random.range(-1, 1))));
  const middle = add(at, scale(along, size * 0.5));
  builder.quad(
    builder.vertex(...at),
    builder.vertex(...add(middle, scale(side, half))),
    builder.vertex(...add(at, scale(along, size))),
    builder.vertex(...add(middle, scale(side, -half))),
  );
}

/** A picket fence of this length along x. */
export function buildFence(name: string, length: number): MeshBuilder {
  const builder = new MeshBuilder(name).part('pickets', 'wood_painted');
  const pickets = Math.max(1, Math.floor(length / 0.14));
  for (let i = 0; i < pickets; i++) {
    const x = ((i + 0.5) / pickets - 0.5) * length;
    box(builder, [x - 0.04, -0.012, 0.05], [x + 0.04, 0.012, 0.95]);
  }
  builder.part('rails', 'wood_painted');
  for (const z of [0.3, 0.75]) box(builder, [-length / 2, 0.012, z], [length / 2, 0.05, z + 0.07]);
  for (const x of [-length / 2, length / 2]) box(builder, [x - 0.05, 0, -0.1], [x + 0.05, 0.1, 1.05]);
  return builder;
}
