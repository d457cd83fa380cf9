import { addStation, legsOf } from '../document/edits/index.js';
import { reportNothing } from './report-nothing.js';
import type { Tool } from './tool.js';

/** Metres within which a surface is the ground. */
const ON_GROUND = 0.002;

/** Places stations. */
export const stationTool: Tool = {
  id: 'station',
  name: 'Station',
  key: 's',
  hint: 'Click where the tripod stands. Escape ends.',
  click: ({ studio, place }) => {
    if (!place) return reportNothing(studio, 'surface');
    const [x, y, z] = place.position;
    const isGround = place.ground !== undefined && Math.abs(z - place.ground) < ON_GROUND;
    studio.edit((text) => addStation(text, isGround ? { position: [x, y, 0], on: 'ground' } : { position: [x, y, z] }));
    studio.selection.value = { kind: 'leg', leg: legsOf(studio.document.survey).length - 1 };
  },
};
