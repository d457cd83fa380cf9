import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNpy } from './read-npy.js';

/** A frame as get_lidar and get_label of custom_dataset.py read it; the latter splits lines at single spaces. */
export function readFrame(root: string, name: string) {
  const { shape, numbers } = readNpy(join(root, 'points', `${name}.npy`), '<f4');
  const lines = readFileSync(join(root, 'labels', `${name}.txt`), 'utf8')
    .split('\n')
    .slice(0, -1);
  const boxes = lines.map((line) => {
    const words = line.trim().split(' ');
    if (words.length !== 8 && words.length !== 10) throw new Error(`a line of ${words.length} words`);
    // line_list[:-1] are numbers, of which get_infos takes [:, :7]; velocities lie behind these, as in its nuScenes.
    const [x, y, z, dx, dy, dz, heading, ...velocity] = words.slice(0, -1).map(Number);
    const moves = velocity.length > 0 && { velocity };
    return { centre: [x, y, z], size: [dx, dy, dz], heading, name: words[words.length - 1], ...moves };
  });
  return { shape, numbers, boxes };
}

/** The frames of a split, as set_split reads them; undefined, on which get_infos fails, without a list. */
export function splitOf(root: string, split: string): string[] | undefined {
  const path = join(root, 'ImageSets', `${split}.txt`);
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.trim());
}

/** What create_custom_infos makes of a data set: the frames of train and val. Throws where it does. */
export function createCustomInfos(root: string) {
  const infosOf = (split: string) => {
    const names = splitOf(root, split);
    if (names === undefined) throw new TypeError(`'NoneType' object is not iterable: ${split}`);
    return names.map((name) => {
      const frame = readFrame(root, name);
      // numpy makes one axis of no lines, of which gt_boxes_lidar[:, :7] takes two.
      if (frame.boxes.length === 0) throw new RangeError(`${name}: too many indices for array`);
      return { name, ...frame };
    });
  };
  return { train: infosOf('train'), val: infosOf('val') };
}
