import type { Files } from '../base/files/files.js';
import type { SourceDocument } from '../base/yaml/source-document.js';

/** All that the rest of the program knows of a format of survey files. */
export interface SurveyFormat {
  /** Its name in messages. */
  title: string;
  /** What its paths end in: dot, lower case. */
  endings: readonly [string, ...string[]];
  /**
   * The survey in `file`, in keys and units of docs/survey.md, with the place of every value for messages; what it names is relative
   * to its folder. Checks the syntax only: keys, types and limits are the schema's. Loads its code when it is first called. Throws UserError for a file that cannot be read
   * or is not well-formed.
   */
  read(files: Files, file: string): Promise<SourceDocument>;
}
