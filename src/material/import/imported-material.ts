import { UserError } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { writeTextFile } from '../../base/files/text-file.js';
import { showValue } from '../../base/yaml/faults.js';
import { ID_LENGTH_MAX, materialSchema } from '../file/material-schema.js';
import { type MaterialContent, materialFileText } from '../file/material-text.js';
import type { SampledSpectrum, Spectrum } from '../spectrum/spectrum.js';
import { type ThinTolerance, thinSpectrum } from '../spectrum/thin-spectrum.js';

/** What every import takes. */
export interface ImportOptions extends WithFiles {
  /** Folder of the material file. */
  readonly folder: string;
  /** Name in the catalogue and of the file; else made of the source's. */
  readonly id?: string;
  /** What the material is; else as the source has it. */
  readonly name?: string;
  /** Where the numbers come from; else what the file says of it. */
  readonly source?: string;
  /** Terms that the numbers come under; else those of the library, where it is known. */
  readonly licence?: string;
  /** Write over a material file that is there already. */
  readonly force?: boolean;
}

/** A material file that was written. */
export interface ImportedMaterial {
  readonly id: string;
  readonly path: string;
  /** What had to be decided on the way, a sentence each. */
  readonly notes: readonly string[];
}

/** What an import has made of a file. */
interface ImportedContent {
  readonly name: string;
  readonly source: string;
  readonly licence: string | undefined;
  /** Numbers that no measurement stands behind. */
  readonly unchecked: string | undefined;
  readonly scattering: { readonly [key: string]: MaterialContent | undefined };
  readonly notes: readonly string[];
}

/**
 * Writes ID.yaml, whole or not at all. Throws UserError for an id or a text that a material cannot have, for what it cannot hold, or
 * a file that is there with another text and `force` is not given.
 */
export async function writeMaterial(
  content: ImportedContent,
  stem: string,
  { files, folder, id = idOf(stem), name, source, licence, force = false }: ImportOptions,
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

/** Throws UserError for the first of the texts that are given which a material cannot have. */
export function demandTexts(texts: Pick<ImportOptions, 'id' | 'name' | 'source' | 'licence'>): void {
  for (const key of ['id', 'name', 'source', 'licence'] as const) {
    const text = texts[key];
    const faults = text === undefined ? undefined : materialSchema.shape[key].safeParse(text).error;
    if (faults) throw new UserError(`found the ${key} ${showValue(text)}, expected ${faults.issues[0].message}`);
  }
}

/** A name for a catalogue made of any text. */
export function idOf(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/\.ya?ml$/, '')
    .replace(/[^a-z0-9._]+/g, '-')
    .slice(0, ID_LENGTH_MAX)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return id === '' ? 'material' : id;
}

/** Digits of the values that are written. */
const DIGITS = 7;

/** `spectrum` as a material file has it, thinned to what its curve needs. */
export function spectrumContent(spectrum: Spectrum, tolerance: ThinTolerance): MaterialContent {
  if (typeof spectrum === 'number') return spectrum;
  const { wavelengthsNm, values }: SampledSpectrum = thinSpectrum(spectrum, tolerance);
  return { wavelengths: wavelengthsNm, values: values.map((value) => Number(value.toPrecision(DIGITS))) };
}
