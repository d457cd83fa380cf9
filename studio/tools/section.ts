import { placeOfClick } from './place-of-click.js';
import type { Tool } from './tool.js';

/** Cuts a cloud between two vertical planes. */
export const sectionTool: Tool = {
  id: 'section',
  name: 'Section',
  key: 'x',
  hint: 'Click where the section begins, and where it ends. Escape ends.',
  click: async (context) => {
    const { section, tab } = context.studio;
    const place = await placeOfClick(context);
    if (!place) return;
    section.add(place);
    tab.value = 'Section';
  },
  leave: ({ section }) => {
    section.begin.value = undefined;
  },
};
