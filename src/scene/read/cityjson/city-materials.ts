import { plainMaterial } from '../../materials/plain-material.js';
import type { Material } from '../../model.js';
import { cityClass } from './city-classes.js';

/** The materials of a city: one for each name and class, named after the semantic surface or else the object's type. */
export class CityMaterials {
  readonly list: Material[] = [];
  private readonly known = new Map<string, number>();

  index(type: string, semantic: string | undefined): number {
    const name = semantic ?? type;
    const classification = cityClass(type);
    const key = JSON.stringify([name, classification]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const material = { ...plainMaterial(name), ...(classification !== undefined && { classification }) };
    const index = this.list.push(material) - 1;
    this.known.set(key, index);
    return index;
  }
}
