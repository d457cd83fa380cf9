// What the traversal needs of the scene at every pulse, read from its root record once.

import { root } from './addresses.generated';
import { SceneRoot } from './records.generated';

/** Whether there are any pictures: see records.wgsl. */
export let hasImages: bool = false;
/** Root of the tree over instances; where there is one instance in place, its own tree is entered at once. */
export let topNode: u32 = 0;
export let instanceCount: u32 = 0;

export function bindScene(): void {
  hasImages = load<u32>(root, SceneRoot.imageWords) > 1;
  topNode = load<u32>(root, SceneRoot.topNode);
  instanceCount = load<u32>(root, SceneRoot.instanceCount);
}
