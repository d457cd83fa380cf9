import type { Viewport } from '../../view/viewport.js';
import type { SurveyState } from '../survey/survey-state.js';
import type { Cloud } from './cloud.js';

/** The view of a page, and messages about it. */
export interface Viewed extends Pick<SurveyState, 'isOpen' | 'messages'> {
  /** Undefined until the view is there. */
  readonly view: Viewport | undefined;
}

/** The subject of notices about the view of a cloud. */
export const viewOf = (id: string): string => `${VIEW_OF}${id}`;

const VIEW_OF = 'view of ';

/** Warns that the points of a run are out of view. */
export function warnIfOutOfView(page: Viewed, cloud: Cloud): void {
  if (!isOutOfView(page, cloud)) return;
  page.messages.warn(`${cloud.name} is out of view: the button beside its name looks at it.`, viewOf(cloud.id));
}

/** Removes warnings about clouds that the user has turned to, or hidden. */
export function settleInView(page: Viewed, clouds: readonly Cloud[]): void {
  const warned = page.messages.notices.peek().map(({ about }) => about?.split(VIEW_OF)[1]);
  for (const cloud of clouds)
    if (warned.includes(cloud.id) && !isOutOfView(page, cloud)) page.messages.settle(viewOf(cloud.id));
}

/** True if a cloud is shown, but none of its points are in view. */
export const isOutOfView = ({ isOpen, view }: Viewed, { points, isVisible, tally }: Cloud): boolean =>
  isOpen.value && view !== undefined && isVisible && points > 0 && !view.eye.sees(tally);
