import { counted } from '../../base/text.js';
import { whyMaterial } from '../../scene/materials/why-material.js';
import type { MaterialReason } from '../../scene/scene.js';
import type { MaterialAssignments } from '../../survey/assign-materials.js';
import type { MaterialAssignment } from '../../survey/material-assignments.js';
import { factorText, formatCount, formatTable } from './format.js';

/** Maximum number of object names on a line. */
const OBJECTS_LISTED = 2;
/** Maximum number of characters shown of a name; city models use hexadecimal digits as names. */
const NAME_SHOWN = 32;

/** The material of each surface with its reason, as text; defaults are listed once more at the end. */
export function describeAssignments({ materials, wavelengthsNm, scattering }: MaterialAssignments): string[] {
  const head = [
    'material',
    'triangles',
    'model',
    ...wavelengthsNm.map((wavelength) => `${wavelength} nm`),
    'why',
    'on',
  ];
  const rows = materials.map((material) => [
    material.name || '(no name)',
    material.triangles === 0 ? 'leaves' : formatCount(material.triangles),
    material.model,
    ...material.reflectances.map(
      (value, k) => `${factorText(value)}${material.unknownNm.includes(wavelengthsNm[k]) ? ' *' : ''}`,
    ),
    whyMaterial(material),
    objectsText(material.objects),
  ]);
  const numbers = [1, ...wavelengthsNm.map((_, k) => 3 + k)];
  return [...formatTable([head, ...rows], numbers), ...footnotes(materials, scattering)];
}

function footnotes(materials: readonly MaterialAssignment[], scattering: MaterialAssignments['scattering']): string[] {
  const defaults = materials.filter(({ reason }) => isDefault(reason));
  const names = defaults.map(({ name }) => name || '(no name)').join(', ');
  return [
    'nm: reflectance along the normal; 1: a white Lambertian surface',
    ...(scattering === 'lambert' ? ['lambert: the survey takes each as the evenly scattering one of its albedo'] : []),
    ...(materials.some(({ unknownNm }) => unknownNm.length > 0)
      ? ['* not known at this wavelength: as at the nearest that is']
      : []),
    defaults.length === 0
      ? 'nothing fell to the default'
      : `fell to the default, ${defaults.length} of ${counted(materials.length, 'material')}: ${names}`,
  ];
}

/** Whether nothing is known about the surface except its colour and gloss. */
const isDefault = ({ kind }: MaterialReason): boolean => kind === 'luminance' || kind === 'grey' || kind === 'assumed';

function objectsText(objects: readonly string[]): string {
  const rest = objects.length - OBJECTS_LISTED;
  const cut = (name: string) => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN - 1)}…` : name);
  const listed = objects.slice(0, OBJECTS_LISTED).map(cut).join(', ');
  return rest > 0 ? `${listed} and ${formatCount(rest)} more` : listed;
}
