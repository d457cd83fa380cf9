import type { Model } from '../model.js';
import type { SceneLoaderOptions } from './loader-options.js';
import type { ReadContext } from './read-context.js';
import type { SceneFile } from './scene-file.js';

/** All that the rest of the program knows of a format of scene files. */
export interface SceneFormat {
  /** Its name in messages. */
  title: string;
  /** What its paths end in: dot, lower case. */
  endings: readonly [string, ...string[]];
  /** A beginning that no file of another format has; absent: none is sure. */
  signature?: RegExp;
  /** A beginning by which a file with a foreign ending is judged; absent: by none. */
  likely?: RegExp;
  /** The axis that points up unless a survey says otherwise. */
  up: 'y' | 'z';
  /** Bytes of a file that stand for one triangle, about: for estimates. */
  bytesPerTriangle: number;
  /** The model in a file. Its code is loaded when it is first asked for: surveys are checked without it. */
  read(file: SceneFile, options: SceneLoaderOptions, context: ReadContext): Promise<Model>;
}
