import { SECTION_WIDTH, type Section } from './section.js';

/** Makes a section along the longer side of the cloud through the middle of its box. */
export function putThroughMiddle(section: Section): void {
  const cloud = section.cloud.value;
  if (!cloud) return;
  const { min, max } = cloud.tally;
  const [x, y] = [0, 1].map((axis) => (min[axis] + max[axis]) / 2);
  const isWide = max[0] - min[0] >= max[1] - min[1];
  section.put({
    width: SECTION_WIDTH,
    from: isWide ? [min[0], y] : [x, min[1]],
    to: isWide ? [max[0], y] : [x, max[1]],
  });
}
