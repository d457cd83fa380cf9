import { TURN } from '../../base/angle.js';
import type { RandomStream } from '../../base/random-stream.js';
import { DIAMETERS } from '../scene-details.js';

/** Bounds of the shape that is solved for from a coefficient of variation: 1 has 100 %, 10,000 has 0.013 %. */
const SHAPES = [1, 1e4] as const;
const BISECTIONS = 60;
/** Smaller variation counts as none. */
const LEAST_VARIATION = 1e-3;

/**
 * Draws diameters from the Weibull distribution with this mean and standard deviation (0 to the mean), which describes
 * those of forest stands (Bailey and Dell 1973, Forest Science 19). Values outside of `DIAMETERS` are drawn again.
 */
export function diameterSource({ mean, sd }: { mean: number; sd: number }): (random: RandomStream) => number {
  if (sd < mean * LEAST_VARIATION) return () => mean;
  const shape = weibullShape(sd / mean);
  const scale = mean / gamma(1 + 1 / shape);
  return (random) => {
    for (;;) {
      const drawn = scale * (-Math.log(1 - random.unit())) ** (1 / shape);
      if (drawn >= DIAMETERS.min && drawn <= DIAMETERS.max) return drawn;
    }
  };
}

/** The shape of a Weibull distribution with this coefficient of variation, which falls as the shape grows. */
function weibullShape(variation: number): number {
  let [low, high] = SHAPES.map(Math.log);
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    const inverse = Math.exp(-middle);
    const squared = gamma(1 + 2 * inverse) / gamma(1 + inverse) ** 2 - 1;
    if (squared > variation * variation) low = middle;
    else high = middle;
  }
  return Math.exp(low);
}

/**
 * Γ(x) for x from 1 to 3, by the approximation of Lanczos (1964) with g = 5 and 6 terms, to a relative error of 2e-10.
 */
function gamma(x: number): number {
  const terms = [
    76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 1.208650973866179e-3,
    -5.395239384953e-6,
  ];
  const sum = terms.reduce((total, term, k) => total + term / (x + k + 1), 1.000000000190015);
  return (Math.exp((x + 0.5) * Math.log(x + 5.5) - x - 5.5) * Math.sqrt(TURN) * sum) / x;
}
