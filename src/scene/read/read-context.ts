import type { WithFiles } from '../../base/files/files.js';
import type { Log, OnProgress } from '../../base/log.js';

/** What every reader of scene files is given besides the file. */
export interface ReadContext extends WithFiles {
  log: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}
