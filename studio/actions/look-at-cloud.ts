import type { Cloud } from '../state/clouds/cloud.js';
import { isOutOfView, viewOf } from '../state/clouds/out-of-view.js';
import type { Studio } from '../state/studio.js';
import { boxAround, gapBetween } from '../view/boxes.js';

/** Looks at all points of a cloud, and shows it if it was hidden. */
export function lookAtCloud(studio: Studio, id: string): void {
  const { clouds, view } = studio;
  const cloud = clouds.find(id);
  if (!cloud) return;
  clouds.change(id, { isVisible: true });
  view?.eye.lookAt(cloud.tally);
  studio.messages.settle(viewOf(id));
}

/** Turns the view to a new cloud of the user, and reports that, if nothing of it is in view. */
export function goToCloud(studio: Studio, cloud: Cloud): void {
  if (!isOutOfView(studio, cloud)) return;
  lookAtCloud(studio, cloud.id);
  studio.messages.report(
    `${cloud.name} was out of view${distanceText(studio, cloud)}: the view went to it. Home shows the rest.`,
  );
}

/** Distance of a cloud from the scene and the other clouds, in words; empty: it is among them. */
function distanceText({ clouds, scene }: Studio, { id, tally }: Cloud): string {
  const others = clouds.visible.value
    .filter((other) => other.id !== id && other.points > 0)
    .map((other) => other.tally);
  const view = scene.value?.view;
  const rest = [...others, ...(view ? [view.bounds] : [])];
  const away = rest.length > 0 ? gapBetween(tally, boxAround(rest)) : 0;
  if (away < 1) return '';
  return away < 1000 ? `, ${Math.round(away)} m away` : `, ${Math.round(away / 1000).toLocaleString('en')} km away`;
}
