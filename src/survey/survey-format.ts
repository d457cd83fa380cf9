import type { Files } from '../base/files/files.js';
import type { SourceDocument } from '../base/yaml/source-document.js';

/** Everything that the rest of the program knows about a format of survey files. */
export interface SurveyFormat {
  /** Its name in messages. */
  title: string;
  /** Endings of its paths, with the dot, in lower case. */
  endings: readonly [string, ...string[]];
  /**
   * Reads the survey in `file`, in the keys and units of docs/survey.md, with the place of every value for messages.
   * Paths in it are relative to its folder. Checks only the syntax: keys, types and limits are checked by the schema.
   * Loads its code on first use. Throws UserError if the file cannot be read or is not well formed.
   */
  read(files: Files, file: string): Promise<SourceDocument>;
}
