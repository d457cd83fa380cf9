/** Seasons that a scene's plants can be in. */
export const SEASONS = ['summer', 'autumn', 'winter'] as const;

export type Season = (typeof SEASONS)[number];

/** The default season of scenes. */
export const DEFAULT_SEASON: Season = 'summer';
