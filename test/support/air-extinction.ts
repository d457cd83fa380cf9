/** Air of a visibility (2 % contrast), and its extinction at some wavelengths (nm): 1/km, one way. */
export interface AirRow {
  /** Names of golden numbers that it holds. */
  title: string;
  visibilityKm: number;
  perKm: Readonly<Record<number, number>>;
}

/**
 * Extinction of the air by hand, five digits: −ln(0.02)/V · (λ/550 nm)^−q, a row or more for each line of the table of
 * q: Kruse (1962) above 6 km, Kim, McArthur, Korevaar (2001) below. 19.56 /km are 84.9 dB/km.
 */
export const AIR_EXTINCTION: readonly AirRow[] = [
  {
    title: "Kim's table, clear air (q = 1.6)",
    visibilityKm: 60,
    perKm: { 532: 0.068766, 905: 0.02939, 1064: 0.022684, 1550: 0.012425 },
  },
  {
    title: "G2 and Kim's table, standard air (q = 1.3)",
    visibilityKm: 23,
    perKm: { 532: 0.17761, 905: 0.089023, 1064: 0.072131, 1550: 0.04423 },
  },
  {
    title: "Kim's table, where haze begins (q = 1.3 from both sides)",
    visibilityKm: 6,
    perKm: { 532: 0.68083, 905: 0.34125, 1064: 0.2765, 1550: 0.16955 },
  },
  {
    title: "G3 and Kim's table, haze (q = 0.98)",
    visibilityKm: 4,
    perKm: { 532: 1.0104, 905: 0.60032, 1064: 0.51226, 1550: 0.3543 },
  },
  {
    title: "G3 and Kim's table, haze (q = 0.66)",
    visibilityKm: 2,
    perKm: { 532: 1.9994, 905: 1.4081, 1064: 1.2654, 1550: 0.98717 },
  },
  {
    title: "G3 and Kim's table, where fog begins (q = 0.5)",
    visibilityKm: 1,
    perKm: { 532: 3.9777, 905: 3.0497, 1064: 2.8126, 1550: 2.3303 },
  },
  {
    title: "G3 and Kim's table, light fog (q = 0.25)",
    visibilityKm: 0.75,
    perKm: { 532: 5.2596, 905: 4.6054, 1064: 4.4228, 1550: 4.0258 },
  },
  {
    title: "Kim's table, fog that dims all wavelengths alike (q = 0)",
    visibilityKm: 0.5,
    perKm: { 532: 7.824, 905: 7.824, 1064: 7.824, 1550: 7.824 },
  },
  {
    title: "G3 and Kim's table, dense fog (q = 0)",
    visibilityKm: 0.2,
    perKm: { 532: 19.56, 905: 19.56, 1064: 19.56, 1550: 19.56 },
  },
];

/** Half a unit of the fifth digit. */
export const AIR_ROUNDING = 5e-5;
