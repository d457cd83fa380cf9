// Bundles of traverseBundles: all subrays of a pulse together.
// gives: PARTS startOfPart

const PARTS: u32 = 1u;

// The first subray of a part.
fn startOfPart(part: u32) -> u32 {
  return part * run.subrayCount;
}
