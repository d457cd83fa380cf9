import type { Vec3 } from '../base/vec3.js';
import type { StatedUnit } from './model.js';

/** Heights (m) beyond all buildings: above the first, the unit of a scene is questioned. */
const TALLEST = 400;
const TALLEST_INDOORS = 60;
/** Height (m) from which the question is about millimetres: in centimetres, the scene would be at least 10 m tall. */
const MILLIMETRES_FROM = 1000;
/** A scene that is at most this tall for its width is terrain: mountains are tall. */
const TERRAIN_RATIO = 0.2;
/** Widest scene, and smallest (m). */
const WIDEST = 300_000;
const SMALLEST = 0.1;
/** Words in names of indoor things. */
const INDOORS = /(^|[^a-z])(chair|sofa|couch|bed|desk|table|ceiling|bookshelf|cupboard|kitchen|bathroom|lamp|carpet)/i;
/** Names that are examined: the first ones of a city are enough. */
const NAMES_MAX = 2000;
/** A scene on its side: thin for the smaller of its other sides, which are alike, and larger than a wall (m). */
const THIN = 0.2;
const ALIKE = 0.5;
const WALL = 20;

/**
 * Doubts about the unit and the axes of a scene with these extents (m, z up) and names of objects: one question each,
 * with the remedy; usually none. They are guesses from sizes of rooms, houses and landscapes.
 */
export function guessScale(size: Vec3, names: Iterable<string> = []): string[] {
  const unit = sizeQuestion(size, names);
  return unit === undefined ? axesQuestion(size) : [unit];
}

function sizeQuestion([x, y, height]: Vec3, names: Iterable<string>): string | undefined {
  const width = Math.max(x, y);
  const isTerrain = height < TERRAIN_RATIO * width;
  if (height > TALLEST && !isTerrain) return tooTall(SCENE, height);
  if (width > WIDEST) return `this scene is ${metres(width)} wide: is it in millimetres? (unit: mm)`;
  const largest = Math.max(width, height);
  if (largest > 0 && largest < SMALLEST)
    return `this scene is ${metres(largest)} large: is it in kilometres, or in another unit? (unit: km)`;
  return indoorQuestion(SCENE, height, names);
}

/** The question about a unit that a file states; undefined for metres, or without one. */
export function unitQuestion(unit: StatedUnit | undefined): string | undefined {
  if (unit === undefined || unit.metres === 1) return undefined;
  const named = unit.metres === FOOT ? 'ft' : String(unit.metres);
  return `the file states coordinates in the unit ${unit.name}, and a scene is in metres (unit: ${named})`;
}

const FOOT = 0.3048;

const SCENE = 'this scene';

/**
 * The question about the unit of `who`, of this height (m) and with indoor things; absent: it has none, or is no taller
 * than rooms.
 */
export function indoorQuestion(who: string, height: number, names: Iterable<string>): string | undefined {
  if (height <= TALLEST_INDOORS) return undefined;
  const thing = firstIndoors(names);
  return thing === undefined ? undefined : tooTall(who, height, ` and has "${thing}"`);
}

const tooTall = (who: string, height: number, and = ''): string =>
  `${who} is ${metres(height)} tall${and}: ${
    height >= MILLIMETRES_FROM ? 'is it in millimetres? (unit: mm)' : 'is it in centimetres? (unit: cm)'
  }`;

function firstIndoors(names: Iterable<string>): string | undefined {
  let seen = 0;
  for (const name of names) {
    if (INDOORS.test(name)) return name;
    if (++seen >= NAMES_MAX) return undefined;
  }
  return undefined;
}

/** Ground is thin upwards. A scene that is thin sideways and as tall as it is wide lies on its side. */
function axesQuestion([x, y, z]: Vec3): string[] {
  const [thin, other, axis] = y < x ? [y, x, 'y'] : [x, y, 'x'];
  const [less, more] = [Math.min(other, z), Math.max(other, z)];
  if (less < WALL || less < ALIKE * more || thin > THIN * less) return [];
  return [
    `this scene is ${metres(z)} tall and only ${metres(thin)} deep along ${axis}: does another axis point up in its file? (up: y, or up: z)`,
  ];
}

/** `1,800 m`, with three digits below ten. */
const metres = (length: number): string =>
  `${length < 10 ? Number(length.toPrecision(3)) : Math.round(length).toLocaleString('en-US')} m`;
