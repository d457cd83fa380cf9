import type { SceneView } from 'subray/browser';
import { chosenLeg } from './chosen-leg.js';
import { explained } from './explained.js';
import type { Studio } from './studio.js';

type Box = SceneView['bounds'];

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
    look: (studio) => studio.view?.lookAt(boxOfAll(studio)),
  },
  {
    key: 'f',
    about: 'Look at the chosen leg or point',
    icon: 'M8 1v4M8 11v4M1 8h4M11 8h4M8 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z',
    look: (studio) => studio.view?.lookAt(boxOfChosen(studio)),
  },
  {
    key: 't',
    about: 'Look from above, north up',
    icon: 'M3 10.5l5 3 5-3-5-3zM8 1v6M6 5l2 2 2-2',
    look: (studio) => studio.view?.lookAt(boxOfAll(studio), [0, -1e-3, 1]),
  },
] satisfies NamedView[]);

/** Metres about a place that is looked at. */
const AROUND = 5;

/** The box about scene, legs and visible clouds, which may be empty. */
function boxOfAll({ scene, survey, clouds }: Studio): Box {
  const boxes = clouds.visible.value.map(({ tally }) => tally);
  const view = scene.value?.view;
  return boxAbout([
    ...[...boxes, ...(view ? [view.bounds] : [])].flatMap(({ min, max }) => [min, max]),
    ...(survey.value?.legs.flatMap(({ way }) => pointsOf(way)) ?? []),
  ]);
}

/** That of the chosen leg or point; of all where nothing is chosen. */
function boxOfChosen(studio: Studio): Box {
  const leg = studio.survey.value?.legs[chosenLeg(studio) ?? -1];
  const points = leg ? pointsOf(leg.way) : placeOfPoint();
  if (points.length === 0) return boxOfAll(studio);
  const around = [-AROUND, AROUND].map((by) => points.map((point) => Array.from(point, (value: number) => value + by)));
  return boxAbout(around.flat());
}

/** Where the chosen point is; empty: none is chosen, or its file has not been read yet. */
function placeOfPoint(): number[][] {
  const values = explained.value?.read.record.values ?? [];
  const place = ['x', 'y', 'z'].map((name) => values.find((value) => value.name.toLowerCase() === name)?.value);
  return place.every((value) => typeof value === 'number') ? [place] : [];
}

const pointsOf = (way: Float64Array): Float64Array[] =>
  Array.from({ length: way.length / 3 }, (_, k) => way.subarray(3 * k, 3 * k + 3));

function boxAbout(points: readonly ArrayLike<number>[]): Box {
  const box: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (const point of points)
    for (let axis = 0; axis < 3; axis++) {
      box.min[axis] = Math.min(box.min[axis], point[axis]);
      box.max[axis] = Math.max(box.max[axis], point[axis]);
    }
  return box;
}
