import { chosenLeg } from '../state/legs/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import type { Viewport } from '../view/viewport.js';

/** Pixels from a leg's mark to its name, and from a name to where it would be a line higher or lower. */
const [AWAY, GAP] = [12, 6];

interface Place {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

type Box = Place & Size;

/** The name of a leg, and where that is on the canvas. */
interface Named {
  leg: number;
  label: HTMLElement;
  at: Place;
}

/**
 * Returns a function that moves the names of legs, the children of `labels`, to the legs in the view, and shows them.
 * It hides names without room; the chosen leg has its name first, others in their order.
 */
export const placeLabels = (studio: Studio, viewport: Viewport, labels: HTMLElement) => (): void => {
  // Once: what is moved below would have it laid out anew for each.
  const { size } = viewport.eye;
  const names = namesInView(studio, viewport, labels, size);
  // After all of them are there, so that they are laid out together.
  const sized = names.map((name) => ({ ...name, width: name.label.offsetWidth, height: name.label.offsetHeight }));
  const chosen = chosenLeg(studio);
  sized.sort((a, b) => Number(b.leg === chosen) - Number(a.leg === chosen));
  const taken = new Boxes();
  for (const { leg, label, at, ...own } of sized) {
    const places = placesAround(at, own);
    const free = places.find((box) => isInside(box, size) && !taken.overlap(box));
    const box = free ?? (leg === chosen ? places[0] : undefined);
    label.style.visibility = box ? '' : 'hidden';
    if (!box) continue;
    taken.add(box);
    label.style.transform = `translate(${box.x}px, ${box.y}px)`;
  }
};

/** The names of legs that are in the picture; others are taken out of it. */
function namesInView(studio: Studio, { eye }: Viewport, labels: HTMLElement, size: Size): Named[] {
  const legs = studio.survey.peek()?.legs ?? [];
  const names: Named[] = [];
  for (const [leg, label] of ([...labels.children] as HTMLElement[]).entries()) {
    const way = legs[leg]?.way;
    const at = way && eye.project([way[0], way[1], way[2]], size);
    const isThere = at !== undefined && isInside({ ...at, width: 0, height: 0 }, size);
    label.style.display = isThere ? 'block' : 'none';
    if (isThere) names.push({ leg, label, at: { x: Math.round(at.x), y: Math.round(at.y) } });
  }
  return names;
}

/** Places for a name, the best first: right of its leg, a line lower, a line higher, and likewise on the left. */
const placesAround = ({ x, y }: Place, { width, height }: Size): Box[] =>
  [x + AWAY, x - AWAY - width].flatMap((left) =>
    [0, 1, -1].map((lines) => ({ x: left, y: y - AWAY + lines * (height + GAP), width, height })),
  );

const isInside = ({ x, y, width, height }: Box, size: Size): boolean =>
  x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;

/** Pixels of a row of the canvas, by which boxes are looked up. */
const ROW = 32;

/** Boxes on the canvas. */
class Boxes {
  private readonly rows = new Map<number, Box[]>();

  /** True if one of them overlaps another box. */
  overlap(box: Box): boolean {
    return rowsOf(box).some((row) => this.rows.get(row)?.some((other) => doOverlap(box, other)));
  }

  add(box: Box): void {
    for (const row of rowsOf(box)) this.rows.set(row, [...(this.rows.get(row) ?? []), box]);
  }
}

function rowsOf({ y, height }: Box): number[] {
  const [first, last] = [y, y + height].map((edge) => Math.floor(edge / ROW));
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

const doOverlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
