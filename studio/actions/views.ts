import { explained } from '../state/clouds/explained.js';
import { checkedLeg, chosenLeg } from '../state/legs/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import { type Box, boxAbout, boxAround, groupBoxes } from '../view/boxes.js';

/** A way to look at the scene, with its button in the view and its key. */
export interface NamedView {
  /** As `KeyboardEvent.key` has it, in lower case. */
  key: string;
  about: string;
  /** Lines of its icon, in a square of 16. */
  icon: string;
  look(studio: Studio): void;
}

export const VIEWS: readonly NamedView[] = Object.freeze([
  {
    key: 'home',
    about: 'Look at all: scene, legs and clouds',
    icon: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 8h4M8 6v4',
    look: lookAtAll,
  },
  {
    key: 'f',
    about: 'Look at the chosen leg, part or point',
    icon: 'M8 1v4M8 11v4M1 8h4M11 8h4M8 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z',
    look: lookAtChosen,
  },
  {
    key: 't',
    about: 'Look from above, north up',
    icon: 'M3 10.5l5 3 5-3-5-3zM8 1v6M6 5l2 2 2-2',
    look: lookFromAbove,
  },
] satisfies NamedView[]);

/** Metres about a place that is looked at. */
const AROUND = 5;

/** Looks at all; where it is too far apart for one picture, at the next part of it. */
function lookAtAll(studio: Studio): void {
  const groups = groupBoxes(boxesOf(studio));
  if (groups.length < 2) {
    studio.view?.eye.lookAt(boxAround(groups));
    return;
  }
  const seen = groups.findIndex((group) => studio.view?.eye.sees(group));
  studio.view?.eye.lookAt(groups[(seen + 1) % groups.length]);
  studio.messages.report(
    `What there is lies in ${groups.length} places, too far apart for one picture: Home goes from one to the next.`,
  );
}

/** Looks at what is chosen; at all where nothing is. */
export function lookAtChosen(studio: Studio): void {
  studio.view?.eye.lookAt(boxOfChosen(studio));
}

/** Looks from above at all; where that is too far apart for one picture, at the part that is in view. */
function lookFromAbove(studio: Studio): void {
  const groups = groupBoxes(boxesOf(studio));
  const seen = groups.find((group) => studio.view?.eye.sees(group)) ?? groups[0];
  if (seen) studio.view?.eye.lookAt(seen, [0, -1e-3, 1]);
}

/** The boxes of the scene, of visible clouds, and of the points of legs. */
function boxesOf({ scene, survey, clouds }: Studio): Box[] {
  const view = scene.value?.view;
  const boxes = [
    ...(view ? [view.bounds] : []),
    ...clouds.visible.value.map(({ tally: { min, max } }) => ({ min, max })),
  ];
  const legs = survey.value?.legs.map(({ way }) => boxAbout(pointsOf(way))) ?? [];
  return [...boxes, ...legs].filter(({ min, max }) => min[0] <= max[0]);
}

/** Box of the chosen leg, part or point; of everything where nothing is chosen. */
function boxOfChosen(studio: Studio): Box {
  const chosen = studio.selection.value;
  const part = chosen?.kind === 'part' ? studio.scene.value?.parts[chosen.part] : undefined;
  if (part) return part;
  const leg = checkedLeg(studio, chosenLeg(studio) ?? -1);
  const points = leg ? pointsOf(leg.way) : placeOfPoint();
  if (points.length === 0) return boxAround(boxesOf(studio));
  const around = [-AROUND, AROUND].map((by) => points.map((point) => Array.from(point, (value: number) => value + by)));
  return boxAbout(around.flat());
}

/** Place of the chosen point; empty: none is chosen, or its file was not read yet. */
function placeOfPoint(): number[][] {
  const values = explained.value?.read.record.values ?? [];
  const place = ['x', 'y', 'z'].map((name) => values.find((value) => value.name.toLowerCase() === name)?.value);
  return place.every((value) => typeof value === 'number') ? [place] : [];
}

const pointsOf = (way: Float64Array): Float64Array[] =>
  Array.from({ length: way.length / 3 }, (_, k) => way.subarray(3 * k, 3 * k + 3));
