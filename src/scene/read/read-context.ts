import type { WithFiles } from '../../base/files/files.js';
import type { Log, OnProgress } from '../../base/log.js';
import type { ImageDecoder } from '../image/decode-image.js';
import type { Material } from '../model.js';
import type { MaterialPhysics } from '../scene-description.js';

/** Use of a model's pictures by a scan. */
export interface PictureUse {
  /** Whether their colours are kept; absent: they are. */
  colors?: boolean;
  /** Whether a material scatters by the mean of its colours; absent: any may. */
  colorDecides?(material: Material): boolean;
  /** Decodes an image; absent: `decodeImage`, in this thread. */
  decode?: ImageDecoder;
}

/** Context of every reader of scene files. */
export interface ReadContext extends WithFiles {
  log: Log;
  /** Takes the number of a file's triangles without area, and of all; absent: a line in the log for each file. */
  onDegenerate?(file: string, dropped: number, all: number): void;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /** Use of pictures; absent: everything is kept. */
  pictures?: PictureUse;
  /** Absolute folders with files that models may name, besides a model's own folder; absent: none. */
  modelFolders?: readonly string[];
  /** Names of materials that are described elsewhere, so that they need no files. */
  described?: ReadonlySet<string>;
  /** Interpretation of reflectance and gloss; absent: PHYSICS.si. */
  physics?: MaterialPhysics;
}
