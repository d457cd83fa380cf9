import { placeOfClick } from './place-of-click.js';
import type { Tool } from './tool.js';

/** Measures from one point or surface to another one. */
export const measureTool: Tool = {
  id: 'measure',
  name: 'Measure',
  key: 'm',
  hint: 'Click two points or surfaces. Escape ends.',
  click: async (context) => {
    const place = await placeOfClick(context);
    if (place) context.studio.measure.add(place);
  },
  leave: ({ measure }) => measure.clear(),
};
