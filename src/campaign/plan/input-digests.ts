import { relative, sep } from 'node:path';
import { append } from '../../base/append.js';
import type { Files } from '../../base/files/files.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { SILENT_LOG } from '../../base/log.js';
import { readModel } from '../../scene/read/read-model.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { sourcePaths, surveyInputs } from '../../survey/check-outputs.js';
import type { Survey } from '../../survey/survey.js';
import { sha256 } from '../node-sha256.js';

/** SHA-256 of the files that surveys read, computed once a file. */
export class InputDigests {
  private readonly files: Files;
  /** Folder that paths are named from. */
  private readonly folder: string;
  private readonly digests = new Map<string, Promise<string>>();
  private readonly models = new Map<string, Promise<string[]>>();

  constructor(files: Files, folder: string) {
    this.files = files;
    this.folder = folder;
  }

  /**
   * The digests of the files of a survey but its own, whose content is its own: also of materials and pictures of its
   * models. Throws UserError for one that cannot be read.
   */
  async of(survey: Survey<SceneDescription>): Promise<Record<string, string>> {
    const paths = surveyInputs(survey).filter((path) => path !== survey.file);
    const models = survey.scene.parts.flatMap(({ source }) => (source.kind === 'file' ? sourcePaths(source) : []));
    for (const path of models) append(paths, await this.beside(path, survey.scene));
    const named: Record<string, string> = {};
    for (const path of new Set(paths)) {
      const name = relative(this.folder, path).split(sep).join('/');
      named[name] = await this.digest(path);
    }
    return named;
  }

  private digest(path: string): Promise<string> {
    const known = this.digests.get(path);
    if (known) return known;
    const made = this.files.read(path).then(sha256);
    this.digests.set(path, made);
    return made;
  }

  /** The files that a model names, and itself. */
  private beside(path: string, { modelFolders }: SceneDescription): Promise<string[]> {
    const known = this.models.get(path);
    if (known) return known;
    const files = recordInputs(this.files);
    const made = readModel(path, { files, log: SILENT_LOG, modelFolders }).then(() => [...files.inputs]);
    this.models.set(path, made);
    return made;
  }
}
