import type { MaterialReason, SceneMaterial } from '../scene.js';

/** The reason for a surface's material, in a few words: `label "roof*": catalogue: slate`. */
export function whyMaterial({
  reason,
  labels,
  pictures,
}: Pick<SceneMaterial, 'reason' | 'labels' | 'pictures'>): string {
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  const by = [...(labels ? [`label ${quoted(labels)}`] : []), ...(pictures ? [`picture of ${quoted(pictures)}`] : [])];
  return [...by, reasonText(reason)].join(': ');
}

function reasonText(reason: MaterialReason): string {
  switch (reason.kind) {
    case 'survey':
      return reason.use === undefined ? 'survey' : `survey: ${reason.use}`;
    case 'object':
      return 'given with the object';
    case 'catalogue':
      return `catalogue: ${reason.id}`;
    case 'reflectance':
      return 'reflectance in the file';
    case 'spectrum':
      return `spectrum in the file: ${reason.id}`;
    case 'words':
      return `its name: ${reason.id}`;
    case 'assumed':
      return 'default of HELIOS++: 50 %';
    case 'specular':
      return 'Kd, Ks and Ns in the file';
    case 'metallic-roughness':
      return 'metallic-roughness in the file';
    case 'luminance':
      return 'default: luminance of its colour';
    case 'city-type':
      return `its type in CityJSON: ${reason.id}`;
    case 'grey':
      return 'default: grey';
  }
}
