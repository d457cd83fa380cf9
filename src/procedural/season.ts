/** Seasons in which plants can be made. */
export const SEASONS = ['summer', 'autumn', 'winter'] as const;

export type Season = (typeof SEASONS)[number];
