import { UserError } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { writeTextFile } from '../../base/files/text-file.js';
import { showValue } from '../../base/yaml/faults.js';
import { ID_LENGTH_MAX, materialSchema } from '../file/material-schema.js';
import { type MaterialContent, materialFileText } from '../file/material-text.js';
import type { SampledSpectrum, Spectrum } from '../spectrum/spectrum.js';
import { type ThinTolerance, thinSpectrum } from '../spectrum/thin-spectrum.js';

/** Options of every import. */
export interface ImportOptions extends WithFiles {
  /** Folder of the material file. */
  readonly folder: string;
  /** Name of the file and id in the catalogue; default: derived from the source's name. */
  readonly id?: string;
  /** Name of the material; default: that of the source. */
  readonly name?: string;
  /** Source of the numbers; default: that stated in the file. */
  readonly source?: string;
  /** Terms of use; default: those of the library, if it is known. */
  readonly licence?: string;
  /** Whether an existing material file is replaced. */
  readonly force?: boolean;
}

/** A written material file. */
export interface ImportedMaterial {
  readonly id: string;
  readonly path: string;
  /** Decisions made during the import, one sentence each. */
  readonly notes: readonly string[];
}

/** Content that an import has read from a file. */
interface ImportedContent {
  readonly name: string;
  readonly source: string;
  readonly licence: string | undefined;
  /** Numbers that were not measured. */
  readonly unchecked: string | undefined;
  readonly scattering: { readonly [key: string]: MaterialContent | undefined };
  readonly notes: readonly string[];
}

/**
 * Writes ID.yaml, whole or not at all. Throws UserError for an invalid id or text, for values that a material cannot
 * hold, and if the file exists with different content and `force` is not set.
 */
export async function writeMaterial(
  content: ImportedContent,
  stem: string,
  { files, folder, id = materialId(stem), name, source, licence, force = false }: ImportOptions,
): Promise<ImportedMaterial> {
  demandTexts({ id, name, source, licence });
  const path = joinPath(folder, `${id}.yaml`);
  const text = materialFileText(
    path,
    {
      id,
      name: name ?? content.name,
      source: source ?? content.source,
      licence: licence ?? content.licence,
      unchecked: content.unchecked,
      scattering: content.scattering,
    },
    content.notes.map((note) => `Imported: ${note}.`),
  );
  await writeTextFile(files, path, text, { force });
  return { id, path, notes: content.notes };
}

/** Throws UserError for the first of the given texts that a material cannot have. */
export function demandTexts(texts: Pick<ImportOptions, 'id' | 'name' | 'source' | 'licence'>): void {
  for (const key of ['id', 'name', 'source', 'licence'] as const) {
    const text = texts[key];
    const faults = text === undefined ? undefined : materialSchema.shape[key].safeParse(text).error;
    if (faults) throw new UserError(`found the ${key} ${showValue(text)}, expected ${faults.issues[0].message}`);
  }
}

/** An id derived from any text. */
export function materialId(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/\.ya?ml$/, '')
    .replace(/[^a-z0-9._]+/g, '-')
    .slice(0, ID_LENGTH_MAX)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return id === '' ? 'material' : id;
}

/** Digits of written values. */
const DIGITS = 7;

/** `spectrum` in the form of a material file, thinned to the samples that its curve needs. */
export function spectrumContent(spectrum: Spectrum, tolerance: ThinTolerance): MaterialContent {
  if (typeof spectrum === 'number') return spectrum;
  const { wavelengthsNm, values }: SampledSpectrum = thinSpectrum(spectrum, tolerance);
  return { wavelengths: wavelengthsNm, values: values.map((value) => Number(value.toPrecision(DIGITS))) };
}
