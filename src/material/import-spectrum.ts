import { basename } from 'node:path';
import { type ImportedMaterial, type ImportOptions, spectrumContent, writeMaterial } from './import-material.js';
import { stemOf } from './read/read-data-text.js';
import { type ReadSpectrumOptions, readReflectanceSpectrum } from './read/read-reflectance-spectrum.js';
import type { ReflectanceSpectrum } from './read/reflectance-spectrum.js';

export interface ImportSpectrumOptions extends ImportOptions, ReadSpectrumOptions {
  /** Standard deviation of the slope angle (degrees) of an Oren-Nayar surface; without it the surface is Lambertian. */
  readonly roughnessDeg?: number;
}

/** Reflectance that leaving samples out may change; spectrometers repeat to some 10⁻³. */
const TOLERANCE = { absolute: 1e-4 };

/**
 * Makes a material file FOLDER/ID.yaml of a reflectance spectrum (see readReflectanceSpectrum): Lambertian, or Oren-Nayar's where a
 * roughness is given. The file holds the samples between 300 and 2600 nm that the curve through them needs to meet all others
 * within 10⁻⁴. Throws UserError where the spectrum cannot be read or the file not be written.
 */
export async function importSpectrum(path: string, options: ImportSpectrumOptions): Promise<ImportedMaterial> {
  const spectrum = await readReflectanceSpectrum(path, options);
  const reflectance = spectrumContent(spectrum.spectrum, TOLERANCE);
  const { roughnessDeg } = options;
  return writeMaterial(
    {
      name: spectrum.name,
      ...originOf(spectrum, path),
      unchecked: roughnessDeg === undefined ? undefined : `roughness ${roughnessDeg} deg was given at import`,
      scattering:
        roughnessDeg === undefined
          ? { model: 'lambert', reflectance }
          : { model: 'oren-nayar', reflectance, roughness: roughnessDeg },
      notes: spectrum.notes,
    },
    stemOf(path).replace(/\.spectrum$/, ''),
    options,
  );
}

interface Origin {
  readonly source: string;
  readonly licence: string | undefined;
}

const LIBRARIES: Readonly<Record<NonNullable<ReflectanceSpectrum['library']>, Origin>> = {
  ecostress: {
    source: 'ECOSTRESS spectral library (Meerdink et al. 2019, doi:10.1016/j.rse.2019.05.015; Baldridge et al. 2009)',
    licence: 'copyright California Institute of Technology, courtesy JPL: free to use with citation, no open licence',
  },
  splib07: {
    source: 'USGS Spectral Library Version 7 (Kokaly et al. 2017, doi:10.3133/ds1035)',
    licence: 'public domain (USGS)',
  },
};

function originOf({ library, facts, name }: ReflectanceSpectrum, path: string): Origin {
  const { sample, owner, measurement, description } = facts;
  const parts = [name, sample && `sample ${sample}`, owner, measurement, description, `file ${basename(path)}`];
  const text = parts.filter(Boolean).join('; ');
  if (library === undefined) return { source: text, licence: undefined };
  return { source: `${LIBRARIES[library].source}: ${text}`, licence: LIBRARIES[library].licence };
}
