import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { face } from '../shapes.js';
import { KERB_HEIGHT } from '../street/street-line.js';
import { type Area, type DistrictPlan, inset, sidesOf, streetMiddles, uniqueSpans } from './district-plan.js';

const KERB_WIDTH = 0.15;
/** Edge of the pieces of the carriageway, and of dashes and gaps of centre lines. */
const PIECE = 10;
const DASH = 3;
const DASH_GAP = 6;
const MARKING_HALF = 0.06;
const MARKING_HEIGHT = 0.004;

/** Carriageways below all blocks, kerbs, pavements, and lawns of the courtyards. */
export function buildDistrictGround(plan: DistrictPlan, courts: readonly Area[]): MeshBuilder {
  const builder = new MeshBuilder('district_ground');
  builder.object('carriageway_001').part('asphalt', 'asphalt');
  const count = Math.ceil((2 * plan.half) / PIECE);
  const at = (k: number) => ((2 * k) / count - 1) * plan.half;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) floor(builder, { x0: at(i), x1: at(i + 1), y0: at(j), y1: at(j + 1) }, 0);
  plan.blocks.forEach((block, k) => {
    const pavement = inset(block, KERB_WIDTH);
    const named = (kind: string, group: string, material: MaterialName) =>
      builder.object(plan.model.nextName(kind)).part(group, material);
    named('kerb', 'kerb', 'kerb');
    for (const { x, y, cos, sin, length } of sidesOf(block)) {
      const [toX, toY] = [x + cos * length, y + sin * length];
      face(builder, [x, y, 0], [toX, toY, 0], [toX, toY, KERB_HEIGHT], [x, y, KERB_HEIGHT]);
    }
    ring(builder, block, pavement);
    named('pavement', 'paving', 'paving');
    ring(builder, pavement, courts[k]);
    named('garden', 'lawn', 'grass');
    floor(builder, courts[k], KERB_HEIGHT);
  });
  return builder;
}

const floor = (builder: MeshBuilder, { x0, x1, y0, y1 }: Area, z: number): void =>
  face(builder, [x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]);

/** The ring between two areas, at the height of the pavement. */
function ring(builder: MeshBuilder, outer: Area, inner: Area): void {
  floor(builder, { ...outer, y1: inner.y0 }, KERB_HEIGHT);
  floor(builder, { ...outer, y0: inner.y1 }, KERB_HEIGHT);
  floor(builder, { ...inner, x0: outer.x0, x1: inner.x0 }, KERB_HEIGHT);
  floor(builder, { ...inner, x0: inner.x1, x1: outer.x1 }, KERB_HEIGHT);
}

/** Dashed centre lines along the blocks, each dash an object. */
export function buildDistrictMarkings({ blocks, model }: DistrictPlan): MeshBuilder {
  const builder = new MeshBuilder('district_markings');
  const dash = (area: Area) => {
    builder.object(model.nextName('marking')).part('centre_line', 'road_marking');
    floor(builder, area, MARKING_HEIGHT);
  };
  const columns = uniqueSpans(blocks.map(({ x0, x1 }) => [x0, x1]));
  const rows = uniqueSpans(blocks.map(({ y0, y1 }) => [y0, y1]));
  const around = (middle: number) => [middle - MARKING_HALF, middle + MARKING_HALF] as const;
  for (const [from, to] of columns)
    for (const [y0, y1] of streetMiddles(rows).map(around))
      for (let x0 = from; x0 + DASH < to; x0 += DASH + DASH_GAP) dash({ x0, x1: x0 + DASH, y0, y1 });
  for (const [from, to] of rows)
    for (const [x0, x1] of streetMiddles(columns).map(around))
      for (let y0 = from; y0 + DASH < to; y0 += DASH + DASH_GAP) dash({ x0, x1, y0, y1: y0 + DASH });
  return builder;
}
