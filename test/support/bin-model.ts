// The waveform of HELIOS++ and its points as its own description has them, in nanoseconds and one after the other, to
// compare the stages of the devices with.

export interface ModelHit {
  /** Metres. */
  distance: number;
  /** In any unit. */
  energy: number;
}

export interface ModelSettings {
  /** Nanoseconds. */
  pulseLength: number;
  size: number;
  window: number;
  /** 0: of any length. */
  longest: number;
  /** In the unit of energies, of a level over the highest one of the pulse. */
  least: number;
  maxReturns: number;
  /** 2: there and back. */
  ways: number;
}

export interface ModelReturn {
  range: number;
  /** Level over the pulse's highest. */
  energy: number;
  /** Index of the hit whose distance is nearest. */
  hit: number;
  /** Number of hits whose pulse reaches the bin. */
  hits: number;
}

/** Number of bins of a pulse, the one with the peak, and the powers. */
export function modelPulse(pulseLength: number, size: number) {
  const tau = pulseLength / 7;
  const powers: number[] = [];
  for (let k = 0; (k + 1) * size <= pulseLength + 1e-9; k++)
    powers.push(((k * size) / tau) ** 2 * Math.exp((-k * size) / tau));
  return { powers, peak: powers.indexOf(Math.max(...powers)) };
}

/** The returns of a pulse with these hits, at least one. */
export function modelReturns(hits: readonly ModelHit[], settings: ModelSettings): ModelReturn[] {
  const { pulseLength, size, window, longest, least, maxReturns, ways } = settings;
  const metresPerNs = 0.299792458 / ways;
  const { powers, peak } = modelPulse(pulseLength, size);
  const times = hits.map(({ distance }) => distance / metresPerNs);
  const first = Math.min(...times);
  const tMin = first - peak * size;
  let tMax = Math.max(...times) + pulseLength - peak * size + size;
  const isCut = longest > 0 && tMax - tMin > longest;
  if (isCut) tMax = tMin + longest;
  const count = isCut ? Math.ceil(longest / size - 1e-6) : Math.ceil(tMax / size) - Math.ceil(tMin / size);
  const levels = new Array<number>(count).fill(0);
  const starts = times.map((time) => (isCut && time > longest ? undefined : Math.floor((time - first) / size)));
  starts.forEach((start, k) => {
    if (start === undefined) return;
    powers.forEach((power, bin) => {
      if (start + bin < count) levels[start + bin] += hits[k].energy * (power / powers[peak]);
    });
  });
  const wide = Math.floor(window / size + 1e-6);
  const found: ModelReturn[] = [];
  for (let bin = 1; bin < count && found.length < maxReturns; bin++) {
    if (!(levels[bin] > 0 && levels[bin] >= least)) continue;
    const about = levels
      .slice(Math.max(1, bin - wide + 1), bin)
      .concat(levels.slice(bin + 1, Math.max(bin + 1, bin + wide)));
    if (about.some((level) => level < least || level >= levels[bin])) continue;
    const range = (first + (bin - peak) * size) * metresPerNs;
    const kept = starts.flatMap((start, k) => (start === undefined ? [] : [k]));
    const apart = (k: number) => Math.abs(hits[k].distance - range);
    found.push({
      range,
      energy: levels[bin],
      hit: kept.reduce((best, k) => (apart(k) < apart(best) ? k : best)),
      hits: starts.filter((start) => start !== undefined && bin > start && bin < start + powers.length).length,
    });
  }
  return found;
}
