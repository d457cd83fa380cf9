import type { Affine } from '../../base/affine.js';
import { RandomStream } from '../../base/random-stream.js';
import { buildHouse, chooseStyle, type HouseStyle } from '../street/house.js';
import { KERB_HEIGHT } from '../street/street-line.js';
import { type Area, type AreaSide, type DistrictPlan, inset, PAVEMENT_WIDTH, sidesOf } from './district-plan.js';

/** A house with its place; its frame is that of `HouseStyle`. */
export interface PlacedHouse {
  style: HouseStyle;
  frame: Affine;
}

/** Buildings on a block, and its courtyard. */
export interface BlockPlan {
  houses: PlacedHouse[];
  court: Area;
}

const DEPTHS = [9.5, 12.5] as const;
const HOUSE_WIDTH = 12;
/** Share of gaps among the places for houses, and share of blocks with flat roofs. */
const GAP_SHARE = 0.1;
const FLAT_SHARE = 0.3;
/** Rise over run of roofs that look flat. */
const FLAT_PITCH = 0.03;
/** Shed of a courtyard: its chance, and its distance from the houses. */
const SHED_CHANCE = 0.6;
const SHED_CLEAR = 4;

/** The frame of an object `along` a side, `in` metres into the area, with its front outwards. */
export function sideFrame({ x, y, cos, sin }: AreaSide, along: number, into = 0): Affine {
  const [px, py] = [x + cos * along - sin * into, y + sin * along + cos * into];
  return [cos, -sin, 0, px, sin, cos, 0, py, 0, 0, 1, KERB_HEIGHT];
}

/** Houses around a courtyard, wall to wall except for some gaps, with similar heights and roofs in a block. */
export function planBlock(area: Area, seed: number, index: number, most: number): BlockPlan {
  const random = new RandomStream(seed, `block ${index}`);
  const land = inset(area, PAVEMENT_WIDTH);
  const depth = random.range(...DEPTHS);
  const usual = Math.min(most, random.range(1.5, most + 0.5));
  const flat = random.range(0, 2 * FLAT_SHARE);
  const houses = sidesOf(land).flatMap((side, k) => {
    // Rows in the south and north take the corners.
    const corner = k % 2 === 0 ? 0 : depth + 0.02;
    return planRow(side, corner, random, (width) => {
      const style = { ...chooseStyle(random, width), depth };
      const storeys = Math.min(most, Math.max(1, Math.round(usual + random.bell() * 0.8)));
      return withRoof({ ...style, storeys, shop: storeys > 2 && style.shop }, random.chance(flat));
    });
  });
  const court = inset(land, depth);
  const shed = random.chance(SHED_CHANCE) ? planShed(court, random) : undefined;
  return { houses: shed ? [...houses, shed] : houses, court };
}

const withRoof = (style: HouseStyle, isFlat: boolean): HouseStyle =>
  isFlat ? { ...style, pitch: FLAT_PITCH, roof: 'roof_slate', dormers: false } : style;

/** Houses along a side that leave `corner` metres free at its ends. */
function planRow(
  side: AreaSide,
  corner: number,
  random: RandomStream,
  styleOf: (width: number) => HouseStyle,
): PlacedHouse[] {
  const length = side.length - 2 * corner;
  const count = Math.max(1, Math.round(length / HOUSE_WIDTH));
  const ends = Array.from({ length: count + 1 }, (_, k) => {
    const shift = k === 0 || k === count ? 0 : random.range(-0.15, 0.15);
    return corner + (length * (k + shift)) / count;
  });
  return ends.slice(1).flatMap((to, k) => {
    const style = styleOf(to - ends[k] - 0.02);
    const isGap = random.chance(GAP_SHARE) && k > 0 && k + 1 < count;
    return isGap ? [] : [{ style, frame: sideFrame(side, ends[k]) }];
  });
}

/** A low building in the middle of a courtyard with enough room. */
function planShed(court: Area, random: RandomStream): PlacedHouse | undefined {
  const free = inset(court, SHED_CLEAR);
  const [width, depth] = [random.range(6, 11), random.range(5, 7)];
  const [roomX, roomY] = [free.x1 - free.x0 - width, free.y1 - free.y0 - depth];
  if (roomX < 0 || roomY < 0) return undefined;
  const style = { ...chooseStyle(random, width), depth, storeys: 1, shop: false, balconyAxis: -1 };
  const [x, y] = [free.x0 + random.unit() * roomX, free.y0 + random.unit() * roomY];
  return {
    style: withRoof(style, true),
    frame: [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, KERB_HEIGHT],
  };
}

/**
 * Places the houses of all blocks, each a mesh of its own; returns false as soon as the model has more triangles than
 * `budget`.
 */
export function placeBlocks(plan: DistrictPlan, blocks: readonly BlockPlan[], budget: number): boolean {
  for (const { houses } of blocks)
    for (const { style, frame } of houses) {
      const name = plan.model.nextName('house');
      const house = buildHouse(name, style, plan.detail, new RandomStream(plan.seed, name));
      plan.model.placeNamed(plan.model.addMesh(house), name, frame);
      if (plan.model.triangleCount > budget) return false;
    }
  return true;
}
