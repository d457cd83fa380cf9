/** Factors of a power of ten that lengths of a scale bar have. */
const ROUND = [5, 2, 1];

/** Pixels of a rem unless the user has the browser write larger. */
const USUAL_REM = 13;

/** By how much what is measured in rem is larger than usual where a rem has so many pixels; 1 where that is unknown. */
export const textScale = (rem: number): number => (rem > 0 ? rem / USUAL_REM : 1);

/** By how much text of the page is larger than usual now. */
export const pageTextScale = (): number =>
  textScale(Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

/** The longest round length, metres, of at most `most` pixels at `pixels` a metre, and its pixels. */
export function mapScale(pixels: number, most: number): { metres: number; width: number } {
  const room = most / pixels;
  const power = 10 ** Math.floor(Math.log10(room));
  const factor = ROUND.find((one) => one * power <= room * (1 + 1e-9)) ?? 1;
  const metres = Number((factor * power).toPrecision(1));
  return { metres, width: metres * pixels };
}

/** A length as a scale bar names it: 20 cm, 5 m, 2 km. */
export function scaleText(metres: number): string {
  if (metres >= 1000) return `${metres / 1000} km`;
  if (metres >= 1) return `${metres} m`;
  return metres >= 0.01 ? `${Math.round(100 * metres)} cm` : `${Number((1000 * metres).toPrecision(1))} mm`;
}
