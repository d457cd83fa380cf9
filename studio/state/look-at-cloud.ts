import { boxAround, gapBetween } from './boxes.js';
import type { Cloud } from './clouds.js';
import type { Studio } from './studio.js';

/** Looks at all points of a cloud, and shows it if it was hidden. */
export function lookAtCloud(studio: Studio, id: string): void {
  const { clouds, view } = studio;
  const cloud = clouds.find(id);
  if (!cloud) return;
  clouds.change(id, { isVisible: true });
  view?.eye.lookAt(cloud.tally);
  studio.settle(viewOf(id));
}

/** What notices of the view of a cloud are about. */
export const viewOf = (id: string): string => `${VIEW_OF}${id}`;

const VIEW_OF = 'view of ';

/** Looks at a cloud of the user that has just come, if nothing of it is in view, and says so. */
export function goToCloud(studio: Studio, cloud: Cloud): void {
  if (!isOutOfView(studio, cloud)) return;
  lookAtCloud(studio, cloud.id);
  studio.tell(`${cloud.name} was out of view${distanceText(studio, cloud)}: the view went to it. Home shows the rest.`);
}

/** Says that the points of a run are out of view. */
export function sayIfOutOfView(studio: Studio, cloud: Cloud): void {
  if (!isOutOfView(studio, cloud)) return;
  studio.warn(`${cloud.name} is out of view: the button beside its name looks at it.`, viewOf(cloud.id));
}

/** Takes back what was said of a cloud that is out of view, once the user has turned to it, or has hidden it. */
export function settleInView(studio: Studio): void {
  const told = studio.notices.peek().map(({ about }) => about?.split(VIEW_OF)[1]);
  for (const cloud of studio.clouds.all.peek())
    if (told.includes(cloud.id) && !isOutOfView(studio, cloud)) studio.settle(viewOf(cloud.id));
}

const isOutOfView = ({ isOpen, view }: Studio, { points, isVisible, tally }: Cloud): boolean =>
  isOpen.value && view !== undefined && isVisible && points > 0 && !view.eye.sees(tally);

/** How far a cloud is from the scene and the other clouds, if it is; empty: it is among them. */
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
