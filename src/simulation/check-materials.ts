import { type SourcePlace, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { checkWavelengths } from '../material/check-wavelengths.js';
import { limitedGain } from '../material/picture-gain.js';
import type { Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';

/** Checks the materials of a survey's scene at the wavelengths of all its lasers; see `checkMaterialsAt`. */
export function checkMaterials({ instruments, radiometry, file }: Survey, scene: Scene, log: Log): void {
  const wavelengths = [...new Set(instruments.map(({ scanner }) => scanner.wavelengthNm))];
  checkMaterialsAt(wavelengths, scene, log, { strict: radiometry.strict, place: { file } });
}

/**
 * Warns, once for each material and wavelength (nm), of materials without data there. If `strict` is true, throws one
 * UserError that names all of them.
 */
export function checkMaterialsAt(
  wavelengthsNm: readonly number[],
  { materials }: Pick<Scene, 'materials'>,
  log: Log,
  { strict = false, place }: { strict?: boolean; place?: SourcePlace } = {},
): void {
  for (const fault of darkened(wavelengthsNm, materials)) log.warn(fault);
  const unknown = wavelengthsNm.flatMap((wavelengthNm) =>
    checkWavelengths(materials, wavelengthNm).map((found) => ({ ...found, wavelengthNm })),
  );
  // Some surfaces have a material without its textures: another one of the same name.
  const faults = [
    ...new Set(
      unknown.map(
        ({ name, range, wavelengthNm }) =>
          `material ${name} is known ${rangeText(range)}, the laser has ${wavelengthNm} nm`,
      ),
    ),
  ];
  if (faults.length === 0) return;
  if (strict)
    throw new UserError(listed(faults, new Set(unknown.map(({ name }) => name)).size), {
      place,
      hint: 'choose materials that are known there, or let warnings do: radiometry: { strict: false }',
    });
  for (const fault of faults) log.warn(`${fault}; the nearest known wavelength's numbers are taken`);
}

/** Materials whose picture reflects more light than arrives, one sentence each. */
function darkened(wavelengthsNm: readonly number[], materials: Scene['materials']): Set<string> {
  const texts = wavelengthsNm.flatMap((wavelengthNm) =>
    materials.flatMap(({ name, scattering, textures: { reflectanceGain: gain = 1 } = {} }) => {
      const share = limitedGain(scattering, gain, wavelengthNm) / gain;
      if (share >= 1) return [];
      return `material ${name}: the brightest places of its picture would reflect more than all light at ${wavelengthNm} nm; they reflect all of it, and the mean is ${share.toFixed(2)} of the material's reflectance`;
    }),
  );
  return new Set(texts);
}

function listed(faults: readonly string[], materials: number): string {
  if (faults.length === 1) return faults[0];
  return `${materials} ${materials === 1 ? 'material' : 'materials'}:\n  ${faults.join('\n  ')}`;
}

/** One decimal is enough for samples with decimals. */
function rangeText([first, last]: readonly [number, number]): string {
  if (first > last) return 'at no wavelength: its parts have none in common';
  const [from, to] = [first, last].map((wavelength) => Number(wavelength.toFixed(1)));
  return from === to ? `at ${from} nm only` : `from ${from} to ${to} nm`;
}
