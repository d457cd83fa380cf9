/** Lines, turns or cycles that show how one follows the other. */
export const CYCLES_SHOWN = 12;

/** How long a pattern that does not repeat itself is looked at, seconds. */
export const UNREPEATED_SECONDS = 0.5;
