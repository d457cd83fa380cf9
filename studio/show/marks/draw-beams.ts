import type { Beams } from '../../state/legs/preview.js';
import type { MarkColors } from './mark-colors.js';
import type { MarkLayer } from './mark-layer.js';

/** Footprints that are drawn, and corners of each. */
const ELLIPSES = 120;
const CORNERS = 20;
/** Parts of a turn of which the lowest and highest beam are found. */
const SECTORS = 60;
/** Distance of the outline of a station's field of view: a share of the range of most hits, and metres at least. */
const OUTLINE_SHARE = 0.5;
const OUTLINE_MIN = 3;
/** Sectors from one upright line of the outline to the next. */
const UPRIGHTS = 5;

/** Draws where beams meet the scene, the footprints of some, and the field of view of a station. */
export function drawBeams(layer: MarkLayer, beams: Beams, isStation: boolean, { hit, plan, edge }: MarkColors): void {
  const met = [...beams.ranges.keys()].filter((k) => beams.ranges[k] >= 0);
  layer.dots(hitsOf(beams, met), { color: hit, size: 3, opacity: 0.8 });
  const some = met.filter((_, k) => k % Math.max(1, Math.ceil(met.length / ELLIPSES)) === 0);
  layer.lines(ellipsesAt(beams, some), { color: hit, width: 1.5, opacity: 0.9 });
  if (isStation && met.length > 0)
    layer.lines(fieldOfView(beams, met), { color: plan, edge, width: 1.5, opacity: 0.8 });
}

/** Hits of some beams in the scene, x y z each. */
function hitsOf({ origins, directions, ranges }: Beams, beams: readonly number[]): Float64Array {
  const hits = new Float64Array(3 * beams.length);
  for (let b = 0; b < beams.length; b++) {
    const k = beams[b];
    for (let axis = 0; axis < 3; axis++)
      hits[3 * b + axis] = origins[3 * k + axis] + ranges[k] * directions[3 * k + axis];
  }
  return hits;
}

/** The closed lines around the footprints of some beams. */
function ellipsesAt(beams: Beams, some: readonly number[]): Float64Array[] {
  const { footprints } = beams;
  const centres = hitsOf(beams, some);
  return some.map((k, b) => {
    const line = new Float64Array(3 * (CORNERS + 1));
    for (let corner = 0; corner <= CORNERS; corner++) {
      const angle = (2 * Math.PI * corner) / CORNERS;
      for (let axis = 0; axis < 3; axis++) {
        const [long, short] = [footprints[6 * k + axis], footprints[6 * k + 3 + axis]];
        line[3 * corner + axis] = centres[3 * b + axis] + Math.cos(angle) * long + Math.sin(angle) * short;
      }
    }
    return line;
  });
}

/** Lines around a station along its lowest and highest beams, some way from it. */
function fieldOfView({ origins, directions, ranges, count }: Beams, met: readonly number[]): number[][] {
  const sorted = met.map((k) => ranges[k]).sort((a, b) => a - b);
  const away = Math.max(OUTLINE_MIN, OUTLINE_SHARE * sorted[Math.floor(0.8 * met.length)]);
  const [lowest, highest] = [new Map<number, number>(), new Map<number, number>()];
  const upOf = (k: number | undefined) => (k === undefined ? undefined : directions[3 * k + 2]);
  for (let k = 0; k < count; k++) {
    const turn = Math.atan2(directions[3 * k], directions[3 * k + 1]) / (2 * Math.PI) + 1;
    const sector = Math.floor(turn * SECTORS) % SECTORS;
    const up = directions[3 * k + 2];
    if (up < (upOf(lowest.get(sector)) ?? Infinity)) lowest.set(sector, k);
    if (up > (upOf(highest.get(sector)) ?? -Infinity)) highest.set(sector, k);
  }
  const placeOf = (k: number) => [0, 1, 2].map((axis) => origins[3 * k + axis] + away * directions[3 * k + axis]);
  const sectors = [...lowest.keys()].sort((a, b) => a - b);
  const closed = sectors.length === SECTORS ? [...sectors, sectors[0]] : sectors;
  const uprights = sectors.filter((sector) => sector % UPRIGHTS === 0);
  return [
    ...[lowest, highest].map((found) => closed.flatMap((sector) => placeOf(found.get(sector) as number))),
    ...uprights.map((sector) =>
      arcBetween(placeOf, lowest.get(sector) as number, highest.get(sector) as number, origins),
    ),
  ];
}

/** Pieces of an upright line of the outline. */
const ARC_PIECES = 12;

/** The arc around a station from its lowest to its highest beam in a sector. */
function arcBetween(placeOf: (k: number) => number[], low: number, high: number, origins: Float64Array): number[] {
  const origin = [...origins.subarray(3 * low, 3 * low + 3)];
  const [from, to] = [placeOf(low), placeOf(high)].map((place) => place.map((value, axis) => value - origin[axis]));
  const away = Math.hypot(...from);
  return Array.from({ length: ARC_PIECES + 1 }, (_, k) => {
    const between = from.map((value, axis) => value + ((to[axis] - value) * k) / ARC_PIECES);
    const scale = away / (Math.hypot(...between) || 1);
    return between.map((value, axis) => origin[axis] + scale * value);
  }).flat();
}
