/** Choices among a pulse's returns that an instrument records. */
export const RETURN_MODES = ['all', 'first', 'last', 'strongest', 'second', 'dual'] as const;

export type ReturnMode = (typeof RETURN_MODES)[number];

/** Maximum number of returns of one pulse: the limit of LAS. */
export const RETURNS_MAX = 15;
