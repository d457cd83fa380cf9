import type { CreateOptions, WithFiles } from '../base/files/files.js';
import { writeTextFile } from '../base/files/text-file.js';
import type { Vec3 } from '../base/vec3.js';

/** Speed that gives the times of a lane's points, metres a second. */
const SPEED = 10;

/** Paths of the lanes' files beside that of their street, `avenue.glb`: `avenue.lane-1.csv` and so on. */
export const lanePaths = (street: string, count: number): string[] =>
  Array.from({ length: count }, (_, k) => `${street.replace(/\.[^./\\]*$/, '')}.lane-${k + 1}.csv`);

/**
 * Writes the middle of each lane as a table, for `trajectory` of a leg and `--path` of `plan mls`: time at 10 m/s, x,
 * y, z of the road. Throws UserError if a file cannot be written.
 */
export async function writeLanes(
  paths: readonly string[],
  lanes: readonly (readonly Vec3[])[],
  { files, force }: CreateOptions & WithFiles,
): Promise<void> {
  for (const [k, lane] of lanes.entries()) await writeTextFile(files, paths[k], laneText(lane), { force });
}

function laneText(lane: readonly Vec3[]): string {
  let way = 0;
  const rows = lane.map((point, k) => {
    const before = lane[Math.max(0, k - 1)];
    way += Math.hypot(...point.map((value, axis) => value - before[axis]));
    return [way / SPEED, ...point].map((value) => value.toFixed(3)).join(',');
  });
  return ['time,x,y,z', ...rows, ''].join('\n');
}
