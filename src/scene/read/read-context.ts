import type { WithFiles } from '../../base/files/files.js';
import type { Log, OnProgress } from '../../base/log.js';
import type { MaterialPhysics } from '../scene-description.js';
import type { PictureUse } from './loader-options.js';

/** Context of every reader of scene files. */
export interface ReadContext extends WithFiles {
  log: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /** Absent: everything is kept of pictures. */
  pictures?: PictureUse;
  /** Folders, absolute, whose files models may name, besides those in a model's own folder; absent: none. */
  modelFolders?: readonly string[];
  /** Names of materials that are described elsewhere, so that their files need not. */
  described?: ReadonlySet<string>;
  /** How reflectance and gloss are taken; absent: PHYSICS.si. */
  physics?: MaterialPhysics;
}
