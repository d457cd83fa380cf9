import type { PageTool, ToolUse } from '../state/pointer/tool.js';
import type { Studio } from '../state/studio.js';

/** A way to use the pointer in the view: one file each, listed in `tools.ts`. */
export type Tool = PageTool<Studio>;

/** A use of a tool. */
export type ToolContext = ToolUse<Studio>;
