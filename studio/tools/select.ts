import type { Tool } from './tool.js';

/** Pixels around the pointer within which a leg is meant. */
const NEAR = 14;

/** Chooses legs and points. */
export const selectTool: Tool = {
  id: 'select',
  name: 'Select',
  key: 'v',
  hint: 'Click a leg or a point. Drag to turn, right-drag to move, wheel to come nearer.',
  click: async ({ studio, at }) => {
    const { view } = studio;
    if (!view) return;
    const legs = studio.survey.value?.legs ?? [];
    const leg = legs.findIndex(({ way }) => {
      const mark = view.project([way[0], way[1], way[2]]);
      return mark !== undefined && Math.hypot(mark.x - at.x, mark.y - at.y) < NEAR;
    });
    if (leg >= 0) {
      studio.selection.value = { kind: 'leg', leg };
      return;
    }
    const found = await view.pick(at.x, at.y);
    const cloud = found && studio.clouds.visible.value[found.cloud];
    studio.selection.value = cloud && { kind: 'point', cloud: cloud.id, point: found.point };
  },
};
