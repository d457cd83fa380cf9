/** A typical reflectance for a kind of surface. */
export interface ReflectanceDefault {
  /** What the surface is, as shown in documents. */
  kind: string;
  /** Words that a material's name has one of, in lower case; `*` stands for any letters of the same word. */
  words: readonly string[];
  /** Hemispherical reflectance at 905 … 1550 nm, 0 … 1: the mean of the values at hand. */
  reflectance: number;
  source: string;
}

const WEHR = 'Wehr & Lohr 1999, ISPRS J. 54, table 2 (900 nm)';
const ECOSTRESS = 'ECOSTRESS spectral library (Baldridge 2009; Meerdink 2019), mean of 905, 1064 and 1550 nm';
const FRESNEL = 'Fresnel reflection at normal incidence, n = 1.5: (0.5 / 2.5)²';

/**
 * Typical reflectances by words in a material's name, for surfaces about which neither survey nor file says anything.
 * Tried in order; the first that fits decides, so that narrower kinds come first.
 */
export const REFLECTANCE_DEFAULTS: readonly ReflectanceDefault[] = Object.freeze([
  { kind: 'snow', words: ['snow'], reflectance: 0.85, source: `${WEHR}: 80–90 %` },
  {
    kind: 'dry grass',
    words: ['grass_dry', 'dry_grass', 'drygrass', 'hay', 'straw'],
    reflectance: 0.61,
    source: `${ECOSTRESS}: dry grass`,
  },
  { kind: 'grass', words: ['grass*', 'lawn*', 'meadow*'], reflectance: 0.43, source: `${ECOSTRESS}: green rye grass` },
  {
    kind: 'needles',
    words: ['needle*', 'conifer*', 'pine', 'spruce', 'fir'],
    reflectance: 0.41,
    source: `${ECOSTRESS}: conifer`,
  },
  {
    kind: 'leaves',
    words: ['leaf*', 'leaves', 'foliage*', 'deciduous', 'bush*', 'shrub*', 'hedge*', 'crown*', 'plant*'],
    reflectance: 0.46,
    source: `${ECOSTRESS}: deciduous`,
  },
  {
    kind: 'bark',
    words: ['bark*', 'trunk*', 'branch*', 'stem'],
    reflectance: 0.37,
    source: 'Helios (PlantSimulationLab) spectra: cherry bark, mean of 905, 1064 and 1550 nm',
  },
  {
    kind: 'asphalt',
    words: ['asphalt*', 'tarmac', 'bitumen', 'road*', 'street*'],
    reflectance: 0.17,
    source: `${WEHR}: asphalt with pebbles`,
  },
  {
    kind: 'concrete',
    words: ['concrete*', 'cement*', 'kerb*', 'curb*', 'sidewalk*', 'pavement*', 'paving*'],
    reflectance: 0.24,
    source: `${WEHR}: smooth concrete`,
  },
  { kind: 'masonry', words: ['masonry', 'plaster*', 'stucco'], reflectance: 0.85, source: `${WEHR}: white masonry` },
  {
    kind: 'limestone and clay',
    words: ['limestone', 'clay'],
    reflectance: 0.75,
    source: `${WEHR}: limestone, clay, up to 75 %`,
  },
  {
    kind: 'brick',
    words: ['brick*', 'terracotta'],
    reflectance: 0.5,
    source: `${WEHR}: midway between smooth concrete (24 %) and clay (up to 75 %)`,
  },
  { kind: 'slate', words: ['slate', 'shingle*'], reflectance: 0.18, source: `${ECOSTRESS}: slate shingle` },
  {
    kind: 'rock',
    words: ['granite', 'rock*', 'stone*', 'gravel'],
    reflectance: 0.21,
    source: `${ECOSTRESS}: granite, two samples`,
  },
  {
    kind: 'sand',
    words: ['sand', 'sands', 'sandy', 'beach', 'desert'],
    reflectance: 0.5,
    source: `${WEHR}: beach sands, bare areas in desert`,
  },
  {
    kind: 'soil',
    words: ['soil*', 'dirt*', 'mud', 'earth', 'ground*', 'terrain*'],
    reflectance: 0.33,
    source: 'Helios (PlantSimulationLab) spectra: bare soil, mean of 905, 1064 and 1550 nm',
  },
  {
    kind: 'sawn wood',
    words: ['lumber', 'plank*'],
    reflectance: 0.94,
    source: `${WEHR}: dimension lumber, pine, clean, dry`,
  },
  {
    kind: 'wood',
    words: ['wood*', 'timber', 'door*', 'fence*', 'parquet'],
    reflectance: 0.25,
    source: `${WEHR}: rough wood pallet, clean`,
  },
  {
    kind: 'rubber',
    words: ['rubber*', 'tire*', 'tyre*'],
    reflectance: 0.02,
    source: `${WEHR}: black rubber tire wall`,
  },
  { kind: 'glass', words: ['glass*', 'window*', 'pane'], reflectance: 0.04, source: FRESNEL },
  { kind: 'copper', words: ['copper*'], reflectance: 0.66, source: `${ECOSTRESS}: weathered copper flashing` },
  {
    kind: 'metal',
    words: ['metal*', 'alumin*', 'steel*', 'iron', 'zinc', 'chrome'],
    reflectance: 0.71,
    source: `${ECOSTRESS}: weathered bare aluminium roof`,
  },
]);

/** Typical reflectance of a material of that name; undefined where no word of it is known. */
export function defaultReflectance(materialName: string): number | undefined {
  const name = materialName.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return REFLECTANCE_DEFAULTS.find(({ words }) => words.some((word) => hasWord(name, word)))?.reflectance;
}

/** Whether `word` stands in `name` between other than letters; `*` at its end takes any letters. */
function hasWord(name: string, word: string): boolean {
  const stem = word.endsWith('*') ? word.slice(0, -1) : word;
  const end = word.endsWith('*') ? '' : '(?![a-z])';
  return new RegExp(`(?<![a-z])${stem}${end}`).test(name);
}
