/** Distribution of the slopes of a surface's facets, and the share of it that facets hide from each other. */
export interface Microfacets {
  /**
   * Density D (1/sr) of facet normals at an angle of cosine `cosine`, above 0, from the surface's normal: ∫ D cos dω =
   * 1.
   */
  density(cosine: number): number;
  /**
   * Smith's Λ for a direction of cosine `cosine`, above 0: facets show the share 1/(1 + Λ) of themselves in that
   * direction.
   */
  hiding(cosine: number): number;
}

/**
 * Gaussian slopes of root mean square `slope`. Sources: Beckmann and Spizzichino (1963), with the factor 1/π without
 * which the density does not integrate to 1; Smith (1967); both as Walter et al. (2007), "Microfacet models for
 * refraction through rough surfaces", eqs. 25 and 26, state them.
 */
export function beckmann(slope: number): Microfacets {
  return {
    density(cosine) {
      const squared = cosine * cosine;
      const fall = Math.exp(-(1 - squared) / (squared * slope * slope));
      return fall > 0 ? fall / (Math.PI * slope * slope * squared * squared) : 0;
    },
    hiding(cosine) {
      const a = cosine / (slope * sineOf(cosine));
      if (a === Infinity) return 0;
      return Math.max(0, (Math.exp(-a * a) / (a * Math.sqrt(Math.PI)) - erfc(a)) / 2);
    },
  };
}

/**
 * Slopes with a long tail (GGX, Trowbridge and Reitz 1975) of width `width`. Source: Walter et al. (2007), eqs. 33 and
 * 34.
 */
export function ggx(width: number): Microfacets {
  const squaredWidth = width * width;
  return {
    density(cosine) {
      const root = 1 + cosine * cosine * (squaredWidth - 1);
      return squaredWidth / (Math.PI * root * root);
    },
    hiding(cosine) {
      const tangent = sineOf(cosine) / cosine;
      return (Math.sqrt(1 + squaredWidth * tangent * tangent) - 1) / 2;
    },
  };
}

const sineOf = (cosine: number) => Math.sqrt(Math.max(0, 1 - cosine * cosine));

/**
 * 1 − erf x for x ≥ 0, to 1.5e-7. Source: Abramowitz and Stegun (1964), "Handbook of Mathematical Functions", 7.1.26.
 */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return polynomial * Math.exp(-x * x);
}
