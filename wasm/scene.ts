// Data of the scene that the traversal needs for every pulse, read from its root record once.

import { movers, nodes, root } from './addresses.generated';
import { Node4, SceneRoot } from './records.generated';

/** Whether there are any images: see records.wgsl. */
export let hasImages: bool = false;
/** Root of the tree over the instances that stand, and their number. */
export let topNode: u32 = 0;
export let instanceCount: u32 = 0;
export let mediumCount: i32 = 0;
/** Movers, and the root of the tree over them. */
export let moverCount: u32 = 0;
export let moverNode: u32 = 0;

export function bindScene(): void {
  hasImages = load<u32>(root, SceneRoot.imageWords) > 1;
  topNode = load<u32>(root, SceneRoot.topNode);
  instanceCount = load<u32>(root, SceneRoot.instanceCount);
  mediumCount = load<i32>(root, SceneRoot.mediumCount);
  moverCount = load<u32>(root, SceneRoot.moverCount);
  moverNode = <u32>((movers - nodes) / Node4.SIZE);
}
