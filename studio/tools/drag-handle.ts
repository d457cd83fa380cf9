import { legAt, moveLeg, type Point } from '../document/edits/index.js';
import { differenceOf } from '../document/patch.js';
import { handlesOf, type PlacedHandle } from '../state/legs/leg-handles.js';
import { Newest } from '../state/newest.js';
import type { Drag } from '../state/pointer/tool.js';
import type { Studio } from '../state/studio.js';

/** Pixels around the pointer within which a handle is meant. */
const NEAR = 13;
/** Metres above the ground up to which a path keeps its height above it; one that is higher keeps its height. */
const NEAR_GROUND = 30;

interface Place {
  x: number;
  y: number;
}

/** The handle nearest to a place of the canvas, those of leg `first` before others; undefined: none is near. */
export function handleNear(
  studio: Studio,
  at: Place,
  first: number | undefined,
): (PlacedHandle & { leg: number }) | undefined {
  const legs = studio.survey.value?.legs ?? [];
  const order = [...legs.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  for (const leg of order) {
    const near = handlesOf(studio, leg)
      .map((found) => ({ ...found, leg, away: distanceOf(studio, found.place, at) }))
      .filter(({ away }) => away < NEAR)
      .sort((a, b) => a.away - b.away);
    if (near.length > 0) return near[0];
  }
  return undefined;
}

function distanceOf({ view }: Studio, place: Point, at: Place): number {
  const mark = view?.eye.project(place);
  return mark ? Math.hypot(mark.x - at.x, mark.y - at.y) : Infinity;
}

/** Drags a handle on the level that it has, and then up or down with the ground: one step to undo. */
export function dragHandle(studio: Studio, { leg, handle, place }: PlacedHandle & { leg: number }): Drag {
  const key = `drag ${Date.now()}`;
  const written = legAt(studio.document.survey, leg);
  const level = heightOf(written, handle);
  const followsGround = written.on === undefined && ('position' in written || 'path' in written);
  let to: Point = [place[0], place[1], level];
  const { text: before } = studio.document.survey;
  let isOver = false;
  const move = () => {
    if (!isOver) studio.edit((text) => moveLeg(text, leg, handle, to), key);
  };
  const ground = new Newest(
    ([x, y]: readonly [number, number]) =>
      studio.backend.ask('probe', { text: studio.text.value, places: [place[0], place[1], x, y] }),
    ({ ground: [before, now] }) => {
      const above = level - before;
      if (!Number.isFinite(above + now) || above > NEAR_GROUND) return;
      to = [to[0], to[1], now + above];
      move();
    },
    (error) => studio.messages.fail(error),
  );
  return {
    giveUp: () => {
      isOver = true;
      ground.drop();
      // A drag that ends where it began is no step.
      studio.edit(({ text }) => ({ name: 'Move', patches: differenceOf(text, before) }), key);
      studio.document.endDrag();
    },
    move: (at) => {
      const under = onLevel(studio, at, place[2]);
      if (!under) return;
      to = [under[0], under[1], to[2]];
      move();
      if (followsGround) ground.ask(under);
    },
    end: async () => {
      await ground.settled();
      studio.document.endDrag();
    },
  };
}

/** The height of a handle as the text has it. */
function heightOf(leg: Readonly<Record<string, unknown>>, handle: PlacedHandle['handle']): number {
  const list = (leg.waypoints ?? leg.path) as unknown[];
  const place = typeof handle === 'string' ? leg[handle] : list[handle.point];
  return (place as number[])[2];
}

/** Place of the pointer on a level; undefined: above its horizon. */
function onLevel({ view }: Studio, at: Place, z: number): [number, number] | undefined {
  if (!view) return undefined;
  const { origin, direction } = view.eye.rayAt(at.x, at.y);
  const far = (z - origin[2]) / direction[2];
  return far > 0 && far < 1e5 ? [origin[0] + far * direction[0], origin[1] + far * direction[1]] : undefined;
}
