import { basename, dirname, extname, joinPath } from './paths.js';

/** The file of times beside poses of KITTI: `times.txt` beside `poses.txt`, `left.times.txt` beside `left.txt`. */
export function kittiTimesPath(path: string): string {
  const stem = basename(path, extname(path));
  const name = stem.includes('poses') ? stem.replace('poses', 'times') : `${stem}.times`;
  return joinPath(dirname(path), `${name}${extname(path)}`);
}
