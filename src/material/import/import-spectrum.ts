import { basename } from '../../base/files/paths.js';
import { shareAlongNormal } from '../models/oren-nayar.js';
import { stemOf } from '../read/read-data-file.js';
import { type ReadSpectrumOptions, readReflectanceSpectrum } from '../read/read-reflectance-spectrum.js';
import type { ReflectanceSpectrum } from '../read/reflectance-spectrum.js';
import type { SampledSpectrum } from '../spectrum/spectrum.js';
import { type ImportedMaterial, type ImportOptions, spectrumContent, writeMaterial } from './imported-material.js';

export interface ImportSpectrumOptions extends ImportOptions, ReadSpectrumOptions {
  /**
   * Standard deviation of the slope angle (degrees) of an Oren-Nayar surface. The reflectance of its facets is set so
   * that the whole surface has that of the spectrum along the normal. Absent: the surface is Lambertian.
   */
  readonly roughnessDeg?: number;
}

/** Largest change of reflectance from omitting samples; spectrometers repeat to some 10⁻³. */
const TOLERANCE = { absolute: 1e-4 };

/**
 * Imports a reflectance spectrum (see readReflectanceSpectrum) as a material file FOLDER/ID.yaml: Lambertian or, with a
 * roughness, Oren-Nayar. The file holds the samples between 300 and 2600 nm whose curve meets all others within 10⁻⁴.
 * Throws UserError if the spectrum cannot be read or the file cannot be written.
 */
export async function importSpectrum(path: string, options: ImportSpectrumOptions): Promise<ImportedMaterial> {
  const spectrum = await readReflectanceSpectrum(options.files, path, options);
  const { roughnessDeg } = options;
  const faces = roughnessDeg === undefined ? undefined : facesOf(spectrum.spectrum, roughnessDeg);
  const reflectance = spectrumContent(faces?.spectrum ?? spectrum.spectrum, TOLERANCE);
  return writeMaterial(
    {
      name: spectrum.name,
      ...originOf(spectrum, path),
      unchecked: roughnessDeg === undefined ? undefined : `roughness ${roughnessDeg} deg was given at import`,
      scattering:
        roughnessDeg === undefined
          ? { model: 'lambert', reflectance }
          : { model: 'oren-nayar', reflectance, roughness: roughnessDeg },
      notes: [...spectrum.notes, ...(faces?.notes ?? [])],
    },
    stemOf(path).replace(/\.spectrum$/, ''),
    options,
  );
}

/**
 * The spectrum of a rough surface's facets, with a note on the conversion: a spectrometer measures the whole surface,
 * lit along its normal.
 */
function facesOf({ wavelengthsNm, values }: SampledSpectrum, roughnessDeg: number) {
  const share = shareAlongNormal((roughnessDeg * Math.PI) / 180);
  const divided = values.map((value) => value / share);
  const notes = [
    `reflectance is that of the faces: the spectrum over ${share.toFixed(3)}, the part that the whole reflects along its normal`,
    ...(divided.some((value) => value > 1)
      ? ['faces of such a roughness would reflect more than all: 1 is taken']
      : []),
  ];
  return { spectrum: { wavelengthsNm, values: divided.map((value) => Math.min(1, value)) }, notes };
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
