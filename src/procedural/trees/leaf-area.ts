import type { TreeName } from './species.js';

/**
 * Area of all leaves of a tree [m²] by its diameter at breast height [m]: one side of each leaf, and of needles half of
 * all their surface (Chen and Black 1992, Plant, Cell and Environment 15). Trees of 5 to 60 cm were measured; for
 * others the curves go on.
 */
export const LEAF_AREAS: Readonly<Record<TreeName, (diameter: number) => number>> = Object.freeze({
  // Own regressions of ln area over ln diameter; leaves were measured by Martin et al. (1998), Can. J. For. Res. 28,
  // 1648-1659, data in BAAD (Falster et al. 2015, Ecology 96, 1445): four oaks (34 trees), Betula lenta (10), Acer
  // rubrum (11); for limes, ten deciduous species together (87).
  oak: powerOf({ constant: -1.1892, exponent: 1.6821, variance: 0.281 }),
  birch: powerOf({ constant: -1.9091, exponent: 2.0079, variance: 0.0461 }),
  maple: powerOf({ constant: -1.1364, exponent: 1.7621, variance: 0.0913 }),
  lime: powerOf({ constant: -1.1329, exponent: 1.6747, variance: 0.2377 }),
  // Own regression of the masses of leaves of 7 trees of Santa Regina and Tarazona (1999), Ann. For. Sci. 56, 667-677,
  // data in BAAD.
  beech: ofMass(powerOf({ constant: -4.3752, exponent: 1.9953, variance: 0.0613 }), { specific: 20, allSided: 2 }),
  // Masses of needles: Marklund (1988), functions of diameter, in Zianis et al. (2005), Silva Fennica Monographs 4,
  // appendix A, equations 239 (544 trees) and 434 (482 trees).
  spruce: ofMass(saturating(-1.9602, 7.8171, 12), { specific: 3.9, allSided: 2.6 }),
  pine: ofMass(saturating(-3.7983, 7.7681, 7), { specific: 4.49, allSided: 2.6 }),
  snag: () => 0,
});

const CENTIMETRES = 100;

/** exp(constant + variance / 2) · d^exponent, d in cm: a regression of logarithms, with the mean of its residuals. */
function powerOf({ constant, exponent, variance }: { constant: number; exponent: number; variance: number }) {
  const factor = Math.exp(constant + variance / 2);
  return (diameter: number): number => factor * (CENTIMETRES * diameter) ** exponent;
}

/** exp(a + b d / (d + c)), d in cm. */
function saturating(a: number, b: number, c: number) {
  return (diameter: number): number => {
    const d = CENTIMETRES * diameter;
    return Math.exp(a + (b * d) / (d + c));
  };
}

/**
 * One-sided area of the leaves of a mass [kg]: projected area per mass of mature leaves [m²/kg], and all surface
 * relative to the projected (Collalti et al. 2019, Ecological Applications 29, e01837, table 2).
 */
function ofMass(mass: (diameter: number) => number, { specific, allSided }: { specific: number; allSided: number }) {
  return (diameter: number): number => (mass(diameter) * specific * allSided) / 2;
}
