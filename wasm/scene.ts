// Data of the scene that the traversal needs for every pulse, read from its root record once.

import { root } from './addresses.generated';
import { SceneRoot } from './records.generated';

/** Whether there are any images: see records.wgsl. */
export let hasImages: bool = false;
/** Root of the tree over instances, or of the tree of a single instance in place. */
export let topNode: u32 = 0;
export let instanceCount: u32 = 0;
export let mediumCount: i32 = 0;

export function bindScene(): void {
  hasImages = load<u32>(root, SceneRoot.imageWords) > 1;
  topNode = load<u32>(root, SceneRoot.topNode);
  instanceCount = load<u32>(root, SceneRoot.instanceCount);
  mediumCount = load<i32>(root, SceneRoot.mediumCount);
}
