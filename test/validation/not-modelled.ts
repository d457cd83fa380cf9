import { airExtinction } from '../../src/scanner/atmosphere.js';

/** An effect that subray leaves out, and the error that this makes. */
export interface Omission {
  effect: string;
  /** Whole sentences, with the numbers. */
  size: string;
  /** Formula or publication of the numbers. */
  source: string;
}

const DEGREE = Math.PI / 180;
const square = (x: number) => x * x;
const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)} %`;
const DECIBEL_PER_NEPER = 10 / Math.LN10;
/** A way of light to something that moves, metres. */
const LIGHT_WAY = 150;

// ---- water and glass ------------------------------------------------------------------------------------------------

/** Of fresh water of 20 °C at 532 nm: phase and group index (Parrish 2020). */
const WATER = { phase: 1.33507, group: 1.35901 };
const DEPTH = 2;

/**
 * For a beam on a pool: the range beyond the surface, and the position for a reader who takes light to go straight on,
 * metres.
 */
export function poolOf(incidence: number): { extra: number; depth: number; aside: number } {
  const refracted = Math.asin(Math.sin(incidence) / WATER.phase);
  const extra = (WATER.group * DEPTH) / Math.cos(refracted);
  const depth = extra * Math.cos(incidence);
  return { extra, depth, aside: extra * Math.sin(incidence) - DEPTH * Math.tan(refracted) };
}

const GLASS = 1.515;

/** Reflectance of one surface of glass for light of either polarisation. */
function fresnel(incidence: number): [s: number, p: number] {
  const [c, t] = [Math.cos(incidence), Math.sqrt(1 - square(Math.sin(incidence) / GLASS))];
  return [square((c - GLASS * t) / (c + GLASS * t)), square((GLASS * c - t) / (GLASS * c + t))];
}

const transmitted = (f: number) => 1 - (2 * f) / (1 + f);

/** Share of the energy that passes a pane there and back, if light keeps its polarisation. */
export function paneThrough(incidence: number): number {
  const [s, p] = fresnel(incidence);
  return (square(transmitted(s)) + square(transmitted(p))) / 2;
}

/** The same of light that loses its polarisation between. */
export function paneThroughMixed(incidence: number): number {
  const [s, p] = fresnel(incidence);
  return square((transmitted(s) + transmitted(p)) / 2);
}

const straight = poolOf(0);
const oblique = poolOf(20 * DEGREE);
const surfaces = square(1 - square((WATER.phase - 1) / (WATER.phase + 1)));
const attenuation = Math.exp(-2 * 0.2 * DEPTH);

// ---- air ------------------------------------------------------------------------------------------------------------

/** Of dry air of 15 °C and 1013 hPa at 1064 nm: group index less 1 (Ciddor 1996). */
const AIR_GROUP = 2.8e-4;

/** Extinction in fog of 200 m visibility by Kruse's formula, which is meant for haze, dB/km. */
const kruseInFog = (wavelengthNm: number) => {
  const q = 0.585 * 0.2 ** (1 / 3);
  return (3.912 / 0.2) * (wavelengthNm / 550) ** -q * DECIBEL_PER_NEPER;
};
const inFog = 1000 * airExtinction(905, 0.2) * DECIBEL_PER_NEPER;

/** Rain by Marshall and Palmer: extinction by drops, 1/km, at a rate in mm/h (G21). */
export const rainExtinction = (rate: number) => ((Math.PI * 8000) / (4.1 * rate ** -0.21) ** 3) * 1e-3;

/** Light of all orders but the first, in units of the first, of a spot that a receiver sees in a closed room. */
const roomOrders = (reflectance: number, spotDiameter: number, walls: number) =>
  ((reflectance / (1 - reflectance)) * (Math.PI / 4) * square(spotDiameter)) / walls;

/** Reflectance of a wall that sends back as much as a slab of fog as deep as a pulse of `duration` is long. */
const fogEcho = (alphaPerKm: number, lidarRatio: number, duration: number) =>
  (Math.PI * (alphaPerKm / 1000 / lidarRatio) * 299_792_458 * duration) / 2;

// ---- the receiver's band --------------------------------------------------------------------------------------------

/**
 * Upward crossings a second of noise with the band of the receiver's filter, exp(−ln 2 f²/B²), over
 * those of a rectangular band.
 */
export const crossingsOfFilter = (): number => Math.sqrt(1 / (2 * Math.LN2)) / Math.sqrt(1 / 3);

export const NOT_MODELLED: readonly Omission[] = [
  {
    effect: 'Refraction in water',
    size: `Light ends at the surface. A pool of ${DEPTH} m returns its bottom ${straight.extra.toFixed(2)} m behind the surface at 0° (${(straight.extra - DEPTH).toFixed(2)} m too deep), and at 20° ${oblique.depth.toFixed(2)} m deep and ${oblique.aside.toFixed(2)} m aside; ${percent(surfaces)} of the light passes the surface there and back, and ${percent(attenuation)} of that a water of K_d = 0.2/m.`,
    source: `Snell's law, phase index ${WATER.phase}, group index ${WATER.group} at 532 nm (Parrish 2020)`,
  },
  {
    effect: 'Panes of glass',
    size: `What is behind a pane is missing: light goes no further. A wall behind one would keep ${percent(paneThrough(0), 1)} of its energy at 0°, ${percent(paneThrough(30 * DEGREE), 1)} at 30°, ${percent(paneThrough(60 * DEGREE), 1)} at 60°.`,
    source: `Fresnel, n = ${GLASS}, both surfaces with all reflections between them: T = 1 − 2F/(1 + F), squared`,
  },
  {
    effect: 'Polarisation',
    size: `Surfaces and receivers have none. A wall behind a pane at 60° would return ${percent(1 - paneThroughMixed(60 * DEGREE) / paneThrough(60 * DEGREE), 1)} less if it takes the polarisation from the light.`,
    source: 'the formula above, mean of both polarisations before or after squaring',
  },
  {
    effect: 'Mirrors and ghosts',
    size: 'Light that a mirror, a window or wet asphalt sends on is lost; points at the mirrored places are missing. A mirror of reflectance r seen in a wall of ρ would add a ghost of r² of the energy of the mirrored object at the same path: 81 % for r = 0.9.',
    source: 'r²',
  },
  {
    effect: 'Leaves that let light through',
    size: `A leaf of broad-leaved trees transmits 45 % at 905 nm. Soil under one leaf, whose energy is lost here, would return ${percent(square(0.453))} of its energy.`,
    source: 'transmittance of `brdf-db/leaf-broad.yaml`, squared',
  },
  {
    effect: 'Multiple scattering',
    size: `Only light that is scattered once comes back. In a closed room of ρ = 0.9 and 100 m² of walls, all further orders add ${(1e6 * roomOrders(0.9, 0.01, 100)).toFixed(0)} millionths to what a spot of 1 cm sends back; more where the receiver sees more than the spot, as in canopies and clouds.`,
    source: 'integrating sphere: ρ/(1 − ρ) times the share of the walls that is seen',
  },
  {
    effect: 'Fog by drops',
    size: `Extinction below 6 km is Kim's: ${inFog.toFixed(0)} dB/km for every wavelength at a visibility of 200 m. Kruse's formula, meant for haze, would give ${kruseInFog(905).toFixed(0)} dB/km at 905 nm and ${kruseInFog(1550).toFixed(0)} dB/km at 1550 nm. By Mie's theory, drops of about 10 µm take 28.7 to 29.6 1/km from 532 to 1550 nm: 3 % apart, as by Kim.`,
    source: 'Kim, McArthur, Korevaar (2001); Kruse (1962); Mie for a gamma distribution of α 3, γ 1',
  },
  {
    effect: 'Echoes of fog, rain and dust',
    size: `The air weakens light and returns none. Fog of 29 1/km and a lidar ratio of 18 sr returns as much as a wall of ρ = ${fogEcho(29.1, 18.4, 5e-9).toFixed(4)} over the length of a pulse of 5 ns, at any range at which the fog has not weakened it: returns in the air of instruments that see less than 1 %.`,
    source: 'π (α/S) c τ/2, S = 18.8 ± 0.8 sr (O’Connor, Illingworth, Hogan 2004)',
  },
  {
    effect: 'Rain',
    size: `Drops take no light. They would take ${rainExtinction(1).toFixed(2)}, ${rainExtinction(10).toFixed(2)} and ${rainExtinction(50).toFixed(2)} 1/km at 1, 10 and 50 mm/h: ${percent(1 - Math.exp(-2 * 0.1 * rainExtinction(10)))} of the energy from 100 m at 10 mm/h.`,
    source: 'Marshall and Palmer (1948), geometric: π N₀/Λ³, N₀ = 8000 /m³/mm, Λ = 4.1 R^−0.21 /mm',
  },
  {
    effect: 'Group index of air',
    size: `Ranges are in the air's own light speed. Raw ranges, for which an instrument takes that of the vacuum, are ${(100 * AIR_GROUP * 1000).toFixed(0)} mm longer per 100 m.`,
    source: `group index 1 + ${AIR_GROUP} at 1064 nm (Ciddor 1996)`,
  },
  {
    effect: 'Curved rays',
    size: `Rays are straight. Air bends level rays towards the ground by about 0.13 of the Earth's curvature: ${(((0.13 * square(1000)) / (2 * 6_371_000)) * 1000).toFixed(0)} mm at 1 km, ${(((0.13 * square(3000)) / (2 * 6_371_000)) * 1000).toFixed(0)} mm at 3 km.`,
    source: 'k R²/(2 r), coefficient of refraction k = 0.13',
  },
  {
    effect: 'Opposition effect',
    size: 'Surfaces that hide their own shadows are brighter towards the light than a BRDF that was measured beside that direction: by a factor of 1 + B₀, at most 2, in a peak that is some degrees wide. Materials that were measured in backscatter have it.',
    source: 'Hapke (1986), shadow hiding, B₀ ≤ 1',
  },
  {
    effect: 'The time of light',
    size: `A pulse sees the scene at the moment when it leaves. A car ${LIGHT_WAY} m away at 30 m/s moves ${((30 * LIGHT_WAY * 1e6) / 299_792_458).toFixed(0)} µm until the light is there.`,
    source: 'v R / c',
  },
  {
    effect: "False alarms of the filter's own band",
    size: `Between echoes they come at the rate of noise with a rectangular band, as data sheets reckon; the noise of the samples has the band of a Gaussian filter, which crosses a threshold ${crossingsOfFilter().toFixed(2)} times as often where samples are much closer than 1/B.`,
    source: 'Rice 1945: the root of the mean square frequency, B/√3 and B/√(2 ln 2)',
  },
];
