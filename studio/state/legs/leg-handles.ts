import { type LegHandle, legsOf, type Point } from '../../document/edits/index.js';
import type { SurveyState } from '../survey/survey-state.js';

/** Something of a leg that can be taken hold of, and where it is in the world. */
export interface PlacedHandle {
  handle: LegHandle;
  place: Point;
}

/** The handles of a leg in the text. Heights above the ground are those of the last checked leg. */
export function handlesOf(
  { document, survey }: Pick<SurveyState, 'document' | 'survey'>,
  index: number,
): PlacedHandle[] {
  const leg = legsOf(document.survey)[index] ?? {};
  const way = survey.value?.legs[index]?.way;
  const standing = leg.on !== undefined;
  return [
    ...(['position', 'from', 'to'] as const).flatMap((handle) => {
      const place = pointOf(leg[handle]);
      const z = handle === 'to' ? way?.[5] : way?.[2];
      return place ? [{ handle, place: standing && z !== undefined ? ([place[0], place[1], z] as const) : place }] : [];
    }),
    ...[leg.path, leg.waypoints].flatMap((list) =>
      (Array.isArray(list) ? list : []).flatMap((value: unknown, point) => {
        const place = pointOf(value);
        return place ? [{ handle: { point }, place }] : [];
      }),
    ),
  ];
}

/** Three numbers of the text; undefined for anything else. */
function pointOf(value: unknown): Point | undefined {
  return Array.isArray(value) && value.length === 3 && value.every((number) => Number.isFinite(number))
    ? (value as unknown as Point)
    : undefined;
}
