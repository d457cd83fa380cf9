/** Placeholders of a file name: for a leg or strip, by name or number, and for a laser. */
const LEG = /[-_ ]?%(s|0?[1-9]?d)/;
const LASER = /[-_ ]?%c/;

/**
 * The name of a file without its ending, with the placeholders that its division needs and no others: `street-%s` by
 * leg, `street-%s-%c` by leg and laser. `by`: as in the survey; undefined: one file.
 */
export function dividedStem(stem: string, by: string | undefined): string {
  const byLeg = by !== undefined && /^(leg|strip)/.test(by);
  const byLaser = by?.endsWith('channel') === true;
  const withLeg = LEG.test(stem) === byLeg ? stem : byLeg ? `${stem}-%s` : stem.replace(LEG, '');
  return LASER.test(withLeg) === byLaser ? withLeg : byLaser ? `${withLeg}-%c` : withLeg.replace(LASER, '');
}
