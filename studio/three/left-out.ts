/** Error for a part of three that the studio is built without. */
export const leftOut = (part: string): Error =>
  new Error(
    `the studio is built without three's ${part}: draw without it, or take it off the list in scripts/lean-three.mjs`,
  );
