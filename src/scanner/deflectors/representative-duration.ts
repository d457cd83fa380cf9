/** Number of lines, turns or cycles that shows their succession. */
export const CYCLES_SHOWN = 12;

/** Seconds shown of a pattern that does not repeat itself. */
export const UNREPEATED_SECONDS = 0.5;
