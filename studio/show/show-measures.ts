import { effect } from '@preact/signals';
import type { SectionPlace } from 'subray/browser';
import type { Studio } from '../state/studio.js';
import { dark } from '../ui/theme.js';
import { LineLayer } from '../view/line-layer.js';
import type { Viewport } from '../view/viewport.js';

type Place = readonly [number, number, number];

/** Draws the section and measures, and keeps them in line with the state. Returns a function that stops it. */
export function showMeasures(studio: Studio, viewport: Viewport): () => void {
  const [distance, section] = [new LineLayer(), new LineLayer()];
  viewport.addMarks(section.object);
  viewport.addMarks(distance.object);
  const ends = [
    effect(() => {
      const { from, to } = studio.measure;
      const end = to.value ?? (from.value && studio.hover.value?.position);
      const lines = from.value && end ? triangleOf(from.value, end) : [];
      distance.show(viewport.eye.origin, lines, [], dark.value ? 0xffb547 : 0xb35c00);
      viewport.invalidateMarks();
    }),
    effect(() => {
      const { begin, place, cloud } = studio.section;
      const bounds = cloud.value?.tally;
      const end = studio.hover.value?.position;
      const color = dark.value ? 0xff7ac6 : 0xb0126f;
      const origin = viewport.eye.origin;
      if (begin.value && end) section.show(origin, [begin.value, end], [], color);
      else if (place.value && bounds) section.show(origin, ...boxOf(place.value, bounds.min[2], bounds.max[2]), color);
      else section.show(origin, [], [], color);
      viewport.invalidateMarks();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The straight line, and from its lower end the horizontal and the vertical one. */
function triangleOf(from: Place, to: Place): Place[] {
  const [low, high] = from[2] <= to[2] ? [from, to] : [to, from];
  const corner: Place = [high[0], high[1], low[2]];
  return [from, to, low, corner, corner, high];
}

/** Edges of the box between the two planes of a section, and the plane in its middle. */
function boxOf({ from, to, width, zMin, zMax }: SectionPlace, low: number, high: number): [Place[], Place[]] {
  const [bottom, top] = [zMin ?? low, zMax ?? high];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [x, y] = [(-(to[1] - from[1]) * width) / 2 / length, ((to[0] - from[0]) * width) / 2 / length];
  const outline = ([px, py]: readonly [number, number], [qx, qy]: readonly [number, number], z: number): Place[] => [
    [px + x, py + y, z],
    [qx + x, qy + y, z],
    [qx - x, qy - y, z],
    [px - x, py - y, z],
  ];
  const [floor, roof] = [outline(from, to, bottom), outline(from, to, top)];
  const edges = floor.flatMap((corner, k) => [
    ...[corner, floor[(k + 1) % 4]],
    ...[roof[k], roof[(k + 1) % 4]],
    ...[corner, roof[k]],
  ]);
  const middle: Place[] = [
    [...from, bottom],
    [...to, bottom],
    [...to, top],
    [...from, top],
  ];
  return [edges, middle];
}
