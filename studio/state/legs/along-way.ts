/** Places along a way at which the ground is asked for. */
const PLACES = 200;

/** Places evenly along a way, and how far along each is. */
export function placesAlong(way: Float64Array): { along: Float64Array; places: [number, number, number][] } {
  const lengths = [0];
  for (let k = 3; k < way.length; k += 3)
    lengths.push(lengths[k / 3 - 1] + Math.hypot(way[k] - way[k - 3], way[k + 1] - way[k - 2]));
  const whole = lengths[lengths.length - 1];
  let piece = 1;
  const along = Float64Array.from({ length: PLACES }, (_, k) => (whole * k) / (PLACES - 1));
  const places = Array.from(along, (length): [number, number, number] => {
    while (piece < lengths.length - 1 && lengths[piece] < length) piece++;
    const step = lengths[piece] - lengths[piece - 1];
    const t = step > 0 ? (length - lengths[piece - 1]) / step : 0;
    const at = (axis: number) => way[3 * piece - 3 + axis] + t * (way[3 * piece + axis] - way[3 * piece - 3 + axis]);
    return [at(0), at(1), at(2)];
  });
  return { along, places };
}

/** Length of a way in metres, with its climbs; 0: it stands. */
export function lengthOf(way: Float64Array): number {
  let length = 0;
  for (let k = 3; k < way.length; k += 3)
    length += Math.hypot(way[k] - way[k - 3], way[k + 1] - way[k - 2], way[k + 2] - way[k - 1]);
  return length;
}

/** Distances of some points of a way along it, seen from above, in their order. */
export function alongWay(way: Float64Array, points: readonly (readonly [number, number, number])[]): number[] {
  let [k, length] = [0, 0];
  const awayFrom = ([x, y, z]: readonly [number, number, number], at: number) =>
    Math.hypot(way[at] - x, way[at + 1] - y, way[at + 2] - z);
  return points.map((point) => {
    // The way passes through the point, a little after the one before.
    while (awayFrom(point, k) > ON_WAY && k + 3 < way.length) {
      length += Math.hypot(way[k + 3] - way[k], way[k + 4] - way[k + 1]);
      k += 3;
    }
    return length;
  });
}

/** Metres within which a point is on a way, which rounds its corners. */
const ON_WAY = 0.005;

/** The x and y of places, one after the other. */
export function seenFromAbove(places: readonly (readonly [number, number, number])[]): number[] {
  const flat: number[] = [];
  for (const [x, y] of places) flat.push(x, y);
  return flat;
}
