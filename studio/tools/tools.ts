import { areaTool } from './area.js';
import { measureTool } from './measure.js';
import { pathTool } from './path.js';
import { sectionTool } from './section.js';
import { selectTool } from './select.js';
import { stationTool } from './station.js';
import type { Tool } from './tool.js';

/** All tools, in the order of their buttons. */
export const TOOLS: readonly Tool[] = Object.freeze([
  selectTool,
  stationTool,
  pathTool,
  areaTool,
  measureTool,
  sectionTool,
]);
