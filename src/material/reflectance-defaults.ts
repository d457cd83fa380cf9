/** A typical reflectance for a kind of surface. */
export interface ReflectanceDefault {
  /** What the surface is, as shown in documents. */
  kind: string;
  /** Words that a material's name has one of, in lower case; `*` stands for any letters of the same word. */
  words: readonly string[];
  /** Hemispherical reflectance at 905, 1064 and 1550 nm, 0 … 1: linear between the two samples around, mean of the spectra named. */
  spectrum: readonly [number, number, number];
  /** Mean of the three, to two decimals: materials have one reflectance, whatever the laser. */
  reflectance: number;
  /** The spectra, each by the name that its library gives it; «assumed» where there is none. */
  source: string;
}

// Where the spectra were read.
const ECOSTRESS = 'ECOSTRESS spectral library (Baldridge et al. 2009; Meerdink et al. 2019)';
const USGS = 'USGS Spectral Library 7, splib07a (Kokaly et al. 2017), at steps of 5 nm in HendrikGC02/Astroray cca800d';
const HELIOS = 'PlantSimulationLab/Helios 206902b, plugins/radiation/spectral_data';
const GLASS =
  'refractiveindex.info, clear soda-lime glass (Rubin 1985): ((n − 1) / (n + 1))², one face at normal incidence';

type Row = Omit<ReflectanceDefault, 'reflectance'>;

/** Tried in order; the first that fits decides, so that narrower kinds come first. */
const ROWS: readonly Row[] = [
  {
    kind: 'snow',
    words: ['snow'],
    spectrum: [0.838, 0.711, 0.023],
    source: `${ECOSTRESS}: medium granular snow, 82 µm (modelled below 2.08 µm)`,
  },
  {
    kind: 'dry grass',
    words: ['grass_dry', 'dry_grass', 'drygrass', 'hay', 'straw'],
    spectrum: [0.598, 0.65, 0.569],
    source: `${ECOSTRESS}: dry grass`,
  },
  {
    kind: 'grass',
    words: ['grass*', 'lawn*', 'meadow*'],
    spectrum: [0.509, 0.525, 0.243],
    source: `${ECOSTRESS}: green rye grass`,
  },
  {
    kind: 'needles',
    words: ['needle*', 'conifer*', 'pine', 'spruce', 'fir'],
    spectrum: [0.515, 0.524, 0.188],
    source: `${ECOSTRESS}: conifer, a pile of needles`,
  },
  {
    kind: 'leaves',
    words: ['leaf*', 'leaves', 'foliage*', 'deciduous', 'bush*', 'shrub*', 'hedge*', 'crown*', 'plant*'],
    spectrum: [0.554, 0.569, 0.253],
    source: `${ECOSTRESS}: deciduous, a pile of leaves`,
  },
  {
    kind: 'bark',
    words: ['bark*', 'trunk*', 'branch*', 'stem'],
    spectrum: [0.466, 0.529, 0.453],
    source: `${HELIOS}: bark of cherry and elm, trunks of almond, walnut and pistachio`,
  },
  {
    kind: 'asphalt',
    words: ['asphalt*', 'tarmac', 'bitumen', 'road*', 'street*'],
    spectrum: [0.174, 0.19, 0.234],
    source: `${ECOSTRESS}: 0425UUUASP and 0095UUUASP; ${USGS}: GDS376, old black road`,
  },
  {
    kind: 'concrete',
    words: ['concrete*', 'cement*', 'kerb*', 'curb*', 'sidewalk*', 'pavement*', 'paving*'],
    spectrum: [0.334, 0.328, 0.333],
    source: `${ECOSTRESS}: 0432UUUCNC, cinderblock; ${USGS}: GDS375, light grey road`,
  },
  {
    kind: 'masonry',
    words: ['masonry', 'plaster*', 'stucco'],
    spectrum: [0.565, 0.559, 0.538],
    source: `assumed to be that of light concrete, no plaster was at hand; ${USGS}: WTC01-37A`,
  },
  {
    kind: 'limestone',
    words: ['limestone'],
    spectrum: [0.253, 0.273, 0.321],
    source: `${USGS}: limestone CU02-11A`,
  },
  {
    kind: 'clay',
    words: ['clay'],
    spectrum: [0.495, 0.511, 0.595],
    source: `${ECOSTRESS}: 89P1763, light yellowish brown clay`,
  },
  {
    kind: 'brick',
    words: ['brick*', 'terracotta'],
    spectrum: [0.195, 0.218, 0.221],
    source: `${USGS}: GDS349, red paving brick, and GDS350, dark red building brick`,
  },
  {
    kind: 'slate',
    words: ['slate', 'shingle*'],
    spectrum: [0.189, 0.188, 0.173],
    source: `${ECOSTRESS}: 0680UUUSTO, weathered slate shingle`,
  },
  {
    kind: 'rock',
    words: ['granite', 'rock*', 'stone*', 'gravel'],
    spectrum: [0.199, 0.2, 0.232],
    source: `${ECOSTRESS}: Granite.H1; ${USGS}: basalt CU01-20A, limestone CU02-11A`,
  },
  {
    kind: 'sand',
    words: ['sand', 'sands', 'sandy', 'beach', 'desert'],
    spectrum: [0.308, 0.331, 0.416],
    source: `${USGS}: beach sand of Grand Isle`,
  },
  {
    kind: 'soil',
    words: ['soil*', 'dirt*', 'mud', 'earth', 'ground*', 'terrain*'],
    spectrum: [0.284, 0.319, 0.414],
    source: `${HELIOS}: four bare soils of California; ${ECOSTRESS}: 85P4663, black loam, and 89P1763, light clay`,
  },
  {
    kind: 'sawn wood',
    words: ['lumber', 'plank*'],
    spectrum: [0.918, 0.905, 0.565],
    source: `${ECOSTRESS}: 0404UUUWOD, weathered pine lumber`,
  },
  {
    kind: 'wood',
    words: ['wood*', 'timber', 'door*', 'fence*', 'parquet'],
    spectrum: [0.659, 0.673, 0.457],
    source: `${USGS}: GDS363, beam of new pine`,
  },
  {
    kind: 'rubber',
    words: ['rubber*', 'tire*', 'tyre*'],
    spectrum: [0.067, 0.064, 0.064],
    source: `${ECOSTRESS}: 0833UUURBR, black roofing rubber, at steps of 5 nm in HendrikGC02/Astroray cca800d`,
  },
  { kind: 'glass', words: ['glass*', 'window*', 'pane'], spectrum: [0.042, 0.042, 0.041], source: GLASS },
  {
    kind: 'copper',
    words: ['copper*'],
    spectrum: [0.545, 0.641, 0.781],
    source: `${ECOSTRESS}: 0682UUUCOP, weathered copper flashing`,
  },
  {
    kind: 'galvanized steel',
    words: ['zinc', 'galvani*'],
    spectrum: [0.061, 0.066, 0.14],
    source: `${ECOSTRESS}: 0525UUUSTLa, weathered; ${USGS}: GDS334`,
  },
  {
    kind: 'iron and steel',
    words: ['steel*', 'iron', 'rust*'],
    spectrum: [0.156, 0.162, 0.211],
    source: `${USGS}: GDS378, rusted tin can; bare steel is brighter, but mirrors`,
  },
  {
    kind: 'metal',
    words: ['metal*', 'alumin*', 'chrome'],
    spectrum: [0.596, 0.71, 0.813],
    source: `${ECOSTRESS}: 0384UUUALM, weathered bare aluminium; assumed for other metals`,
  },
];

/** Typical reflectances by words in a material's name, for surfaces about which neither survey nor file says anything. */
export const REFLECTANCE_DEFAULTS: readonly ReflectanceDefault[] = Object.freeze(
  ROWS.map((row) => ({ ...row, reflectance: Math.round((100 * sum(row.spectrum)) / row.spectrum.length) / 100 })),
);

/** Typical reflectance of a material of that name; undefined where no word of it is known. */
export function defaultReflectance(materialName: string): number | undefined {
  const name = materialName.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return REFLECTANCE_DEFAULTS.find(({ words }) => words.some((word) => hasWord(name, word)))?.reflectance;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether `word` stands in `name` between other than letters; `*` at its end takes any letters. */
function hasWord(name: string, word: string): boolean {
  const stem = word.endsWith('*') ? word.slice(0, -1) : word;
  const end = word.endsWith('*') ? '' : '(?![a-z])';
  return new RegExp(`(?<![a-z])${stem}${end}`).test(name);
}
