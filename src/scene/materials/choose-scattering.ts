import { materialByName } from '../../material/catalogue/material-by-name.js';
import type { CataloguedMaterial } from '../../material/file/resolve-material.js';
import type { Spectrum } from '../../material/spectrum/spectrum.js';
import type { Material } from '../model.js';
import type { ScatteringChoice } from '../scene.js';
import type { MaterialDescription, MaterialPhysics } from '../scene-description.js';
import { materialOfCityType } from './city-materials.js';
import { plainGloss } from './plain-gloss.js';
import { plainMaterial } from './plain-material.js';
import { luminance, scatteringOfFile } from './scattering-of-file.js';

/** Materials that neither the survey nor the scene's files describe. */
export interface KnownMaterials {
  /** Materials of the user's folders and those that ship with subray; earlier ones have priority. */
  catalogue: readonly CataloguedMaterial[];
  /** Materials by the names of spectra in files; absent: the catalogue's ids. */
  spectra?: ReadonlyMap<string, CataloguedMaterial>;
}

/** Context of a choice of scattering, besides the material itself and the survey's entry for it. */
export interface ScatteringContext extends KnownMaterials {
  /** Interpretation of the reflectance and gloss of files; absent: PHYSICS.si. */
  physics?: MaterialPhysics;
}

/**
 * The scattering of `material`, from the first of: the survey's entry for its name (`description`), the file's own
 * reflectance, the spectrum that the file names, the words of its name, the file's gloss, the luminance of its colour,
 * its name as a type of CityJSON; otherwise grey. For a material that was read with plain gloss, everything except the
 * survey's entry follows HELIOS++.
 */
export function chooseScattering(
  material: Material,
  description: MaterialDescription | undefined,
  known: ScatteringContext,
): ScatteringChoice {
  return (
    fromSurvey(description) ??
    fromPlainGloss(material, known) ??
    fromReflectance(material) ??
    fromSpectrum(material, known) ??
    fromWords(material.name, known) ??
    scatteringOfFile(material) ??
    fromColor(description?.baseColor ?? material.baseColor, material, known)
  );
}

/**
 * Whether the scattering of a file's material may follow from its colour, before other materials are known: neither the
 * survey's entry for its name nor the file states it. Entries without scattering take the colour of any surface that a
 * label rule gives them.
 */
export const colorDecides = (
  { name, reflectance, plain }: Material,
  descriptions: readonly MaterialDescription[],
): boolean =>
  descriptions.some(({ scattering }) => scattering === undefined) ||
  (reflectance === undefined && plain === undefined && !descriptions.some((description) => description.name === name));

/** The material selected by the words of a name, or undefined. */
export function fromWords(name: string, { catalogue }: KnownMaterials): ScatteringChoice | undefined {
  const found = materialByName(name, catalogue);
  return found && { scattering: found.scattering, reason: { kind: 'words', id: found.id } };
}

/** The material with an id of the catalogue or the user's folders, or undefined. */
export function fromCatalogue(id: string, { catalogue }: KnownMaterials): ScatteringChoice | undefined {
  const found = catalogue.find((material) => material.id === id);
  return found && { scattering: found.scattering, reason: { kind: 'catalogue', id } };
}

/**
 * The spectrum that `material` names: a file of the user's, otherwise the catalogue's material with that id. As in
 * HELIOS++, a material that was read with plain gloss has only spectra in files. Undefined if there is none.
 */
export function findSpectrum(
  { spectrum, plain }: Material,
  { spectra, catalogue }: KnownMaterials,
): CataloguedMaterial | undefined {
  if (spectrum === undefined) return undefined;
  return spectra?.get(spectrum) ?? (plain === undefined ? catalogue.find(({ id }) => id === spectrum) : undefined);
}

function fromSurvey(description: MaterialDescription | undefined): ScatteringChoice | undefined {
  if (description?.scattering === undefined) return undefined;
  const { scattering, use } = description;
  return { scattering, reason: { kind: 'survey', ...(use !== undefined && { use }) } };
}

function fromReflectance({ reflectance }: Material): ScatteringChoice | undefined {
  if (reflectance === undefined) return undefined;
  return { scattering: { model: 'lambert', reflectance }, reason: { kind: 'reflectance' } };
}

function fromSpectrum(material: Material, known: ScatteringContext): ScatteringChoice | undefined {
  const found = findSpectrum(material, known);
  if (found === undefined) return undefined;
  const reason = { kind: 'spectrum', id: found.id } as const;
  const reflectance = spectrumAsTaken(found, known);
  return { scattering: reflectance === undefined ? found.scattering : { model: 'lambert', reflectance }, reason };
}

function fromPlainGloss(material: Material, known: ScatteringContext): ScatteringChoice | undefined {
  const found = findSpectrum(material, known);
  const reflectance = found && spectrumAsTaken(found, known);
  const spectrum = reflectance === undefined ? undefined : { id: found!.id, reflectance };
  return plainGloss(material, spectrum, known.physics?.reflectance ?? 'bounded');
}

/** The reflectances of a spectrum, in percent if they are taken as written; undefined if it is not Lambertian. */
function spectrumAsTaken({ scattering }: CataloguedMaterial, { physics }: ScatteringContext): Spectrum | undefined {
  if (scattering.model !== 'lambert') return undefined;
  const { reflectance } = scattering;
  if (physics?.reflectance !== 'as-written') return reflectance;
  if (typeof reflectance === 'number') return PERCENT * reflectance;
  return { ...reflectance, values: reflectance.values.map((value) => PERCENT * value) };
}

const PERCENT = 100;

const [GREY] = plainMaterial('').baseColor;

function fromColor(
  color: Material['baseColor'],
  { name, transmission = 0 }: Material,
  known: KnownMaterials,
): ScatteringChoice {
  const isGrey = color.slice(0, 3).every((value) => value === GREY);
  return (
    (isGrey ? fromCityType(name, known) : undefined) ?? {
      scattering: { model: 'lambert', reflectance: luminance(color) * (1 - transmission) },
      reason: { kind: isGrey ? 'grey' : 'luminance' },
    }
  );
}

function fromCityType(name: string, { catalogue }: KnownMaterials): ScatteringChoice | undefined {
  const id = materialOfCityType(name);
  const found = id === undefined ? undefined : catalogue.find((material) => material.id === id);
  return found && { scattering: found.scattering, reason: { kind: 'city-type', id: found.id } };
}
