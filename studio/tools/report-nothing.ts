import type { Studio } from '../state/studio.js';

/** Tells that nothing is where a tool was used that it could take. */
export const reportNothing = (studio: Studio, wanted: string): void => studio.messages.report(`No ${wanted} is there`);
