// Normal equations of a step of Levenberg and Marquardt with one Gaussian or two, three parameters each, in blocks.

// Blocks of the first Gaussian with itself, with the second one (columns are those of the second), and of that with
// itself; right-hand sides.
var<private> firstBlock: mat3x3<f32>;
var<private> mixedBlock: mat3x3<f32>;
var<private> secondBlock: mat3x3<f32>;
var<private> firstSide: vec3<f32>;
var<private> secondSide: vec3<f32>;

// Solves the equations, their diagonals times `grown`; with `isPair`, those of two Gaussians. The solutions take the
// place of the right-hand sides. Returns whether it succeeded.
fn solveStep(grown: f32, isPair: bool) -> bool {
  growDiagonal(&firstBlock, grown);
  let first = factor(firstBlock);
  if (!first.isThere) { return false; }
  firstSide = solve(first, firstSide);
  if (!isPair) { return true; }
  growDiagonal(&secondBlock, grown);
  let ratio = reduceSecond(first);
  let second = factor(secondBlock);
  if (!second.isThere) { return false; }
  secondSide = solve(second, secondSide);
  firstSide -= ratio * secondSide;
  return true;
}

fn growDiagonal(block: ptr<private, mat3x3<f32>>, grown: f32) {
  for (var i = 0; i < 3; i++) { (*block)[i][i] *= grown; }
}

// Takes the first Gaussian's part from the equations of the second (Schur's complement); returns the mixed
// block, solved by the first.
fn reduceSecond(first: Factor) -> mat3x3<f32> {
  let ratio = mat3x3<f32>(solve(first, mixedBlock[0]), solve(first, mixedBlock[1]), solve(first, mixedBlock[2]));
  secondBlock -= transpose(mixedBlock) * ratio;
  secondSide -= transpose(mixedBlock) * firstSide;
  return ratio;
}

// Cholesky's decomposition of a block: the lower half, if it is there.
struct Factor { l00: f32, l10: f32, l11: f32, l20: f32, l21: f32, l22: f32, isThere: bool }

fn factor(block: mat3x3<f32>) -> Factor {
  var f = Factor();
  if (!(block[0].x > 0.0)) { return f; }
  f.l00 = sqrt(block[0].x);
  f.l10 = block[0].y / f.l00;
  f.l20 = block[0].z / f.l00;
  let second = block[1].y - f.l10 * f.l10;
  if (!(second > 0.0)) { return f; }
  f.l11 = sqrt(second);
  f.l21 = (block[1].z - f.l20 * f.l10) / f.l11;
  let third = block[2].z - f.l20 * f.l20 - f.l21 * f.l21;
  if (!(third > 0.0)) { return f; }
  f.l22 = sqrt(third);
  f.isThere = true;
  return f;
}

// Solves the equations of a decomposed block.
fn solve(f: Factor, side: vec3<f32>) -> vec3<f32> {
  let y0 = side.x / f.l00;
  let y1 = (side.y - f.l10 * y0) / f.l11;
  let x2 = (side.z - f.l20 * y0 - f.l21 * y1) / f.l22 / f.l22;
  let x1 = (y1 - f.l21 * x2) / f.l11;
  return vec3<f32>((y0 - f.l10 * x1 - f.l20 * x2) / f.l00, x1, x2);
}
