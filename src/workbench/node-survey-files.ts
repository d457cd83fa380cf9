import { confineFiles } from '../base/files/confined-files.js';
import type { Files } from '../base/files/files.js';
import { layFiles } from '../base/files/layered-files.js';
import { nodeFiles } from '../base/files/node-files.js';
import { recordInputs } from '../base/files/record-inputs.js';

/** Files that surveys of a workbench read. */
export interface SurveySources {
  /** Folder from which their paths start, and below which alone they are read. */
  folder: string;
  /** Folder of files that a page added, which stand for those at the same place in `folder`. */
  added: string;
  /** Gets the paths of all files that are read. */
  inputs: Set<string>;
}

/** The files of this machine as surveys see them; they are written below `write` alone, absent: nowhere. */
export async function surveyFiles({ folder, added, inputs }: SurveySources, write?: string): Promise<Files> {
  const confined = await confineFiles(nodeFiles, { read: [folder, added], write });
  return recordInputs(layFiles(confined, folder, added), inputs);
}
