import type { Backend } from '../../studio/backend/backend.js';
import { Studio } from '../../studio/state/studio.js';
import { selectTool } from '../../studio/tools/select.js';

/** A studio whose backend has only these parts. */
export const newStudio = (backend: object): Studio =>
  new Studio({ kind: 'worker', ...backend } as unknown as Backend, selectTool);
