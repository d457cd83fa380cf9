/** What only some runs want, and its name in messages: stages and buffers with `when` are there only where a run wants it. */
export const FEATURES = { colors: 'colours' } as const;

export type Feature = keyof typeof FEATURES;
