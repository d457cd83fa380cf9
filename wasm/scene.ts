// Where the scene lies in memory: addresses of record arrays, set once a run by the host.

export let nodes: usize = 0;
export let blocks: usize = 0;
export let instances: usize = 0;
export let surfaces: usize = 0;
export let materials: usize = 0;
/** What materials send back, piecewise. */
export let cubics: usize = 0;
/** Pictures: see records.wgsl; and whether there are any. */
export let images: usize = 0;
export let hasImages: bool = false;
/** Root of the tree over instances; where there is one instance in place, its own tree is entered at once. */
export let topNode: u32 = 0;
export let instanceCount: u32 = 0;

export function bindScene(
  nodesAt: usize,
  blocksAt: usize,
  instancesAt: usize,
  surfacesAt: usize,
  materialsAt: usize,
  cubicsAt: usize,
  imagesAt: usize,
  withImages: bool,
  top: u32,
  count: u32,
): void {
  nodes = nodesAt;
  blocks = blocksAt;
  instances = instancesAt;
  surfaces = surfacesAt;
  materials = materialsAt;
  cubics = cubicsAt;
  images = imagesAt;
  hasImages = withImages;
  topNode = top;
  instanceCount = count;
}
