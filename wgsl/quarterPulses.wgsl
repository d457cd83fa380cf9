// Bundles of traverseBundles: four of a pulse, for four times as many invocations. Of rings of 1, 6 and 12 subrays the
// first has the inner 7, the others an arc of 4 each.
// gives: PARTS startOfPart

const PARTS: u32 = 4u;

// The first subray of a part.
fn startOfPart(part: u32) -> u32 {
  if (part == 0u) { return 0u; }
  let inner = (run.subrayCount * 7u + 18u) / 19u;
  return inner + ((run.subrayCount - inner) * (part - 1u) + 2u) / 3u;
}
