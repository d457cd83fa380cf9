// blend: triangles of a mover that changes its shape, between two keys of it: corners are linear from one to the other.
// All triangles at a vertex round alike, so that no ray passes between them.

import { TriangleBlock } from './records.generated';
import { shapeBlock } from './scratch';

/** Makes a block of triangles between two keys: that of a key, and the next key's `step` bytes behind it. */
export function blendBlock(block: usize, step: usize, share: f32): usize {
  const blended = shapeBlock(), shares = f32x4.splat(share);
  for (let at: usize = 0; at < TriangleBlock.id; at += 16) {
    const from = v128.load(block + at), way = f32x4.sub(v128.load(block + step + at), from);
    v128.store(blended + at, f32x4.add(from, f32x4.mul(shares, way)));
  }
  v128.store(blended, v128.load(block, TriangleBlock.id), TriangleBlock.id);
  v128.store(blended, v128.load(block, TriangleBlock.group), TriangleBlock.group);
  return blended;
}
