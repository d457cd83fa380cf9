import { simplifyPath } from 'subray/browser';
import { addPathLeg, legsOf, type Point } from '../document/edits/index.js';
import { Newest } from '../state/newest.js';
import type { Drag } from '../state/pointer/tool.js';
import type { Studio } from '../state/studio.js';
import { boxAbout } from '../view/boxes.js';
import { addToSketch, giveUp, takeBack } from './draw.js';
import { scenePlace } from './scene-place.js';
import type { Tool } from './tool.js';

/** Draws the ways of moving platforms. */
export const pathTool: Tool = {
  id: 'path',
  name: 'Path',
  key: 'p',
  hint:
    'Click point after point, or drag. Enter or a click on the last point ends, ' +
    'Backspace takes it back, Escape gives up.',
  take: ({ selection }) => {
    // The inspector shows the settings of the next path instead.
    selection.value = undefined;
  },
  click: (context) => {
    if (context.place) begin(context.studio);
    const clicked = addToSketch(context, 'path');
    if (clicked !== undefined && clicked === (context.studio.sketch.value?.points.length ?? 0) - 1)
      finish(context.studio);
  },
  press: ({ studio, at }) => freehand(studio, at),
  back: takeBack,
  finish,
  leave: giveUp,
};

/** Puts the leg away that was chosen, once another path begins. */
function begin({ sketch, selection }: Studio): void {
  if (!sketch.value) selection.value = undefined;
}

/** Makes a leg of the points. */
function finish(studio: Studio): void {
  const points = studio.sketch.value?.points ?? [];
  if (points.length < 2) {
    if (points.length === 1) studio.messages.report('A path takes two points at least: click another one.');
    return;
  }
  const { height } = studio.paths;
  const path = points.map(([x, y, z]): Point => [x, y, z + height.value]);
  studio.sketch.value = undefined;
  addPath(studio, path).catch((error) => studio.messages.fail(error));
}

/** Adds a leg along points, with others between them where the ground is uneven, and chooses it. */
async function addPath(studio: Studio, points: readonly Point[]): Promise<void> {
  const { speed, isSmooth, followsGround, height } = studio.paths;
  const smoothOf = (of: readonly Point[]) => (isSmooth.value && of.length > 2 ? {} : undefined);
  let path = points;
  if (followsGround.value) {
    // The ways of curves are computed as the scan does, by code that only this needs.
    const { overGround, wordsOfBarePath } = await import('./over-ground.js');
    const found = await overGround(studio, points, height.value, smoothOf(points));
    path = found.points;
    const bare = wordsOfBarePath(found);
    if (bare) studio.messages.warn(bare, 'ground');
  }
  const smooth = smoothOf(path);
  studio.edit((text) => addPathLeg(text, { path, speed: speed.value, ...(smooth && { smooth }) }));
  studio.selection.value = { kind: 'leg', leg: legsOf(studio.document.survey).length - 1 };
  studio.messages.announce(studio.document.undoName.value ?? '');
  if (studio.view && !studio.view.eye.sees(boxAbout(path)))
    studio.messages.report(`The path is ${height.value} m above what was clicked, out of view: the key F looks at it.`);
}

/** A line that follows the pointer over the ground; where it ends, points that it does not need are left out. */
function freehand(studio: Studio, from: { x: number; y: number }): Drag {
  const before = studio.sketch.value?.points ?? [];
  const drawn: Point[] = [];
  let isOver = false;
  const places = new Newest(
    (at: { x: number; y: number }) => scenePlace(studio, at),
    (place) => {
      if (!place || isOver) return;
      begin(studio);
      drawn.push(place.position);
      studio.sketch.value = { kind: 'path', points: [...before, ...drawn] };
    },
    (error) => studio.messages.fail(error),
  );
  let hasBegun = false;
  return {
    giveUp: () => {
      isOver = true;
      places.drop();
      studio.sketch.value = before.length > 0 ? { kind: 'path', points: before } : undefined;
    },
    move: (at) => {
      // A press that does not move is a click.
      places.ask(hasBegun ? at : from);
      hasBegun = true;
    },
    end: async () => {
      await places.settled();
      if (drawn.length === 0) return;
      const kept = simplifyPath(drawn as [number, number, number][], studio.paths.tolerance.value);
      studio.sketch.value = { kind: 'path', points: [...before, ...kept] };
    },
  };
}
