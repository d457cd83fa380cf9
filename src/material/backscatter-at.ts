import type { BackscatterTable } from './backscatter-table.js';
import type { Brdf } from './brdf.js';
import { meanBackscatter } from './mean-backscatter.js';
import { measuredAt } from './measured-table.js';
import { blinnPhong } from './models/blinn-phong.js';
import { cookTorrance } from './models/cook-torrance.js';
import { lambert } from './models/lambert.js';
import { minnaert } from './models/minnaert.js';
import { orenNayar } from './models/oren-nayar.js';
import { ward } from './models/ward.js';
import type { CookTorrance, Measured, Scattering, Spectrum } from './scattering.js';
import { spectrumAt, spectrumRange } from './spectrum/spectrum.js';
import { tabulate } from './tabulate.js';

/** A scattering that is a formula. */
export type AnalyticScattering = Exclude<Scattering, Measured>;

/**
 * What a surface sends back the way it came at a wavelength (nm): a measured table's slice, or an analytic model, tabulated. Outside
 * of `scatteringRange` the nearest known wavelength's numbers are taken; whoever calls says so.
 */
export function backscatterAt(scattering: Scattering, wavelengthNm: number): BackscatterTable {
  if (scattering.model === 'measured') return measuredAt(scattering.table, wavelengthNm);
  return tabulate(brdfAt(scattering, wavelengthNm));
}

/** The formula with its parameters at a wavelength (nm). */
export function brdfAt(scattering: AnalyticScattering, wavelengthNm: number): Brdf {
  const at = (spectrum: Spectrum) => spectrumAt(spectrum, wavelengthNm);
  switch (scattering.model) {
    case 'lambert':
      return lambert({ reflectance: at(scattering.reflectance) });
    case 'oren-nayar':
      return orenNayar({ ...scattering, reflectance: at(scattering.reflectance) });
    case 'minnaert':
      return minnaert({ ...scattering, reflectance: at(scattering.reflectance) });
    case 'blinn-phong':
      return blinnPhong({ ...scattering, diffuse: at(scattering.diffuse), specular: at(scattering.specular) });
    case 'ward':
      return ward({ ...scattering, diffuse: at(scattering.diffuse), specular: at(scattering.specular) });
    case 'cook-torrance': {
      const fresnel = hasIndex(scattering.fresnel)
        ? { n: at(scattering.fresnel.n), k: at(scattering.fresnel.k) }
        : at(scattering.fresnel);
      return cookTorrance({ ...scattering, diffuse: at(scattering.diffuse), fresnel });
    }
  }
}

type Fresnel = CookTorrance['fresnel'];

const hasIndex = (fresnel: Fresnel): fresnel is Exclude<Fresnel, Spectrum> =>
  typeof fresnel === 'object' && 'n' in fresnel;

/**
 * First and last wavelength (nm) at which all that the scattering depends on is known; the first is above the last where its parts have
 * none in common. undefined: it holds at all of them.
 */
export function scatteringRange(scattering: Scattering): readonly [number, number] | undefined {
  const ranges = rangesOf(scattering).filter((range) => range !== undefined);
  if (ranges.length === 0) return undefined;
  return [Math.max(...ranges.map(([first]) => first)), Math.min(...ranges.map(([, last]) => last))];
}

function rangesOf(scattering: Scattering): (readonly [number, number] | undefined)[] {
  if (scattering.model === 'measured') {
    const { wavelengthsNm } = scattering.table;
    return [[wavelengthsNm[0], wavelengthsNm[wavelengthsNm.length - 1]]];
  }
  return spectraOf(scattering).map(spectrumRange);
}

function spectraOf(scattering: AnalyticScattering): Spectrum[] {
  switch (scattering.model) {
    case 'lambert':
    case 'oren-nayar':
    case 'minnaert':
      return [scattering.reflectance];
    case 'blinn-phong':
    case 'ward':
      return [scattering.diffuse, scattering.specular];
    case 'cook-torrance': {
      const { diffuse, fresnel } = scattering;
      return hasIndex(fresnel) ? [diffuse, fresnel.n, fresnel.k] : [diffuse, fresnel];
    }
  }
}

/**
 * Reflectance of the Lambertian surface that sends back as much as this one, summed over all directions of incidence: the mean of
 * π f_r over the hemisphere, weighted by cos θ. At a wavelength in nm.
 */
export function albedoAt(scattering: Scattering, wavelengthNm: number): number {
  return meanBackscatter(backscatterAt(scattering, wavelengthNm));
}
