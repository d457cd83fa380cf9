// Addresses of what holds for the whole run (Run and Subray records) and of the leg's program with its lists.

export let run: usize = 0;
export let subrays: usize = 0;
export let program: usize = 0;
/** Channel records, the deflector's parts (Facet, Stroke, … records as the program's kind), Knot records. */
export let channels: usize = 0;
export let parts: usize = 0;
export let knots: usize = 0;

export function bindRun(
  runAt: usize,
  subraysAt: usize,
  programAt: usize,
  channelsAt: usize,
  partsAt: usize,
  knotsAt: usize,
): void {
  run = runAt;
  subrays = subraysAt;
  program = programAt;
  channels = channelsAt;
  parts = partsAt;
  knots = knotsAt;
}
