/** The scenes that can be generated. */
export const PROCEDURAL_KINDS = ['forest', 'street', 'district', 'room', 'terrain', 'tree'] as const;

export type ProceduralKind = (typeof PROCEDURAL_KINDS)[number];

/** The kinds whose trees have known measures. */
export const MAKES_TREES: ReadonlySet<string> = new Set<ProceduralKind>(['forest', 'tree']);

/** Limits on the triangles of a scene of each kind. */
interface ProceduralLimits {
  /** With fewer triangles the scene would not be recognizable. */
  minTriangles: number;
  /** With more triangles it would not fit into memory. Forests repeat a few trees, so they hardly reach their limit. */
  maxTriangles: number;
}

/** A measure of a generated scene: its limits, and its meaning; metres unless it is a number of things. */
interface MeasureLimits {
  min: number;
  max: number;
  whole?: true;
  describe: string;
}

/** Sizes and other numbers requested of a scene of any kind, by key. */
export type SceneSize = Readonly<Partial<Record<SizeKey, number>>>;
export type SizeKey =
  | 'length'
  | 'width'
  | 'height'
  | 'lanes'
  | 'traffic'
  | 'drive'
  | 'parked'
  | 'people'
  | 'furniture'
  | 'extent'
  | 'storeys'
  | 'stems'
  | 'lai'
  | 'relief'
  | 'roughness';

/** Keys of details of a scene that are not numbers (`SceneDetails`). */
export type DetailKey =
  | 'season'
  | 'vehicles'
  | 'moving'
  | 'diameter'
  | 'species'
  | 'trees'
  | 'leafArea'
  | 'ground'
  | 'materials'
  | 'semantics';

/** The details of each kind. */
export const PROCEDURAL_DETAILS: Readonly<Record<ProceduralKind, readonly DetailKey[]>> = Object.freeze({
  forest: ['season', 'diameter', 'species', 'trees', 'leafArea', 'ground', 'materials'],
  tree: ['season', 'diameter', 'species', 'leafArea', 'materials'],
  street: ['season', 'vehicles', 'moving', 'materials', 'semantics'],
  district: ['season', 'vehicles', 'moving', 'materials', 'semantics'],
  room: ['materials'],
  terrain: ['materials'],
});

/** The keys of each kind. Without one of them, `triangles` decides, or the default in its description applies. */
export const PROCEDURAL_SIZES: Readonly<Record<ProceduralKind, Readonly<Partial<Record<SizeKey, MeasureLimits>>>>> =
  Object.freeze({
    forest: {
      extent: { min: 20, max: 2000, describe: 'side of the square' },
      stems: { min: 1, max: 20_000, describe: 'trees per hectare; about 280' },
      lai: { min: 0.01, max: 30, describe: 'leaf area of its trees in summer over its ground area; by the trees' },
      relief: { min: 0, max: 500, describe: 'of its ground, from the lowest point to the highest; about 10 in 100 m' },
      roughness: { min: 2.1, max: 2.8, describe: 'fractal dimension of its ground' },
    },
    tree: {
      height: { min: 1.5, max: 120, describe: 'of its top above the ground; by its diameter' },
    },
    street: {
      length: { min: 30, max: 2000, describe: 'from end to end, along x' },
      width: { min: 2.5, max: 30, describe: 'of all lanes together; 3.05 a lane' },
      lanes: { min: 1, max: 8, whole: true, describe: 'both ways together; 2' },
      traffic: { min: 0, max: 2000, whole: true, describe: 'vehicles on the lanes; 2' },
      drive: { min: 0, max: 2000, describe: 'of the right lane around the origin that traffic leaves free; 0' },
      parked: { min: 0, max: 1, describe: 'share of the parking bays that are taken; some 0.7' },
      people: { min: 0, max: 1000, whole: true, describe: 'on pavements and the crossing; one for 14 m of street' },
    },
    district: {
      extent: { min: 110, max: 1000, describe: 'side of the square; 160, or 110 with fewer than 300000 triangles' },
      storeys: { min: 1, max: 12, whole: true, describe: 'of its highest houses; 6' },
      parked: { min: 0, max: 1, describe: 'share of the places along the kerbs that are taken; 0.6' },
      people: { min: 0, max: 1000, whole: true, describe: 'on pavements; one for 20 m of street' },
    },
    room: {
      length: { min: 7, max: 50, describe: 'inside, along x; 8' },
      width: { min: 5.5, max: 50, describe: 'inside, along y; 6' },
      height: { min: 2.7, max: 20, describe: 'of the ceiling; 3' },
      furniture: { min: 0, max: 1, describe: 'density at random places: empty to full; a usual living room' },
    },
    terrain: {
      extent: { min: 10, max: 20_000, describe: 'side of the square; 300' },
      relief: { min: 0, max: 5000, describe: 'from the lowest point to the highest; about 25' },
      roughness: { min: 2.1, max: 2.8, describe: 'fractal dimension of the surface' },
    },
  });

/** The reason why a size does not fit the kind: its key, the value and the expected ones; undefined if it fits. */
export function sizeFault(
  kind: ProceduralKind,
  size: SceneSize,
): { key: SizeKey; found: unknown; expected: string } | undefined {
  for (const [key, found] of Object.entries(size) as [SizeKey, unknown][]) {
    if (found === undefined) continue;
    const limits = PROCEDURAL_SIZES[kind][key];
    if (!limits) return { key, found, expected: foreignKey(kind, key) };
    if (!isWithin(found, limits))
      return {
        key,
        found,
        expected: `a ${limits.whole ? 'whole ' : ''}number from ${limits.min} to ${limits.max} for a ${kind}`,
      };
  }
  return undefined;
}

const isWithin = (found: unknown, { min, max, whole }: MeasureLimits): boolean =>
  typeof found === 'number' && found >= min && found <= max && (!whole || Number.isInteger(found));

/** The expected keys, for a message about a key that the kind does not have. */
export const foreignKey = (kind: ProceduralKind, key: SizeKey | DetailKey): string =>
  `no ${key}: a ${kind} has ${[...Object.keys(PROCEDURAL_SIZES[kind]), ...PROCEDURAL_DETAILS[kind]].join(', ')}`;

/** Triangles that each requested person adds to the default of a street. */
const PERSON_TRIANGLES = 500;
/** Ground area of a tree in a closed forest: about 280 trees a hectare. */
export const GROUND_PER_TREE = 36;
/** Square metres of a hectare. */
export const HECTARE = 1e4;
/** Triangles of each tree of a forest for which none are stated: leaves are as long as sprays, half a metre. */
const TREE_TRIANGLES = 30_000;
/** Side of a forest without triangles, a table and an extent [m]. */
const USUAL_EXTENT = 60;

/** Triangles of a tree that stands alone: its leaves are not much larger than real ones. */
const SINGLE_TREE_TRIANGLES = 50_000;

/** Least default of triangles. */
export const TRIANGLES_DEFAULT = 300_000;

/** Size and number of triangles that are asked of a scene, and the number of trees of its table. */
interface AskedDetail {
  size: SceneSize;
  triangles?: number;
  trees?: number;
}

/**
 * The number of triangles of a scene and its size. Absent triangles are enough for a long street with its people, and
 * for the trees of a forest, which then has an extent.
 */
export function detailOf(kind: ProceduralKind, asked: AskedDetail): { size: SceneSize; triangles: number } {
  const { size, triangles, trees } = asked;
  if (triangles !== undefined) return { size, triangles };
  if (kind !== 'forest' || trees !== undefined) return { size, triangles: defaultTriangles(kind, size, trees) };
  const { extent = USUAL_EXTENT, stems = HECTARE / GROUND_PER_TREE } = size;
  return { size: { ...size, extent }, triangles: defaultTriangles(kind, size, (stems * extent * extent) / HECTARE) };
}

function defaultTriangles(kind: ProceduralKind, { length = 0, lanes = 2, people = 0 }: SceneSize, trees = 0): number {
  if (kind === 'tree') return SINGLE_TREE_TRIANGLES;
  const least = kind === 'street' ? Math.round(length * (2_500 + 200 * lanes)) : Math.round(TREE_TRIANGLES * trees);
  return Math.max(TRIANGLES_DEFAULT, least) + (kind === 'street' ? people * PERSON_TRIANGLES : 0);
}

export const PROCEDURAL_LIMITS: Readonly<Record<ProceduralKind, ProceduralLimits>> = Object.freeze({
  forest: { minTriangles: 1_000, maxTriangles: 10_000_000_000 },
  tree: { minTriangles: 100, maxTriangles: 20_000_000 },
  street: { minTriangles: 20_000, maxTriangles: 100_000_000 },
  district: { minTriangles: 200_000, maxTriangles: 100_000_000 },
  room: { minTriangles: 20_000, maxTriangles: 20_000_000 },
  terrain: { minTriangles: 200, maxTriangles: 50_000_000 },
});
