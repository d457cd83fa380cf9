import { isComing } from '../state/clouds/cloud.js';
import { reportNothing } from './report-nothing.js';
import type { ToolContext } from './tool.js';

/** Place of a click in the world: the point under it, or else the surface; undefined: neither, which is reported. */
export async function placeOfClick({
  studio,
  at,
  place,
}: ToolContext): Promise<readonly [number, number, number] | undefined> {
  const found = await studio.view?.pick(at.x, at.y);
  const cloud = found && studio.clouds.visible.value[found.cloud];
  // The points of a run that is not over are nowhere but on the screen.
  if (!found || !cloud || isComing(cloud)) {
    if (!place) reportNothing(studio, 'surface or point');
    return place?.position;
  }
  const { record } = await studio.backend.ask('point', { cloud: cloud.cloud, point: found.point });
  const [x, y, z] = ['x', 'y', 'z'].map((name) => Number(record.values.find((value) => value.name === name)?.value));
  return [x, y, z];
}
