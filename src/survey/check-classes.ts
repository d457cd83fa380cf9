import { type Fault, quotePath } from '../base/yaml/faults.js';
import { cloudFormat } from '../io/cloud-formats.js';
import type { Scene } from '../scene/scene.js';
import type { Survey } from './survey.js';

/** Faults of outputs that cannot hold a class of the scene: what they would write instead means something else. */
export function classFaults({ outputs }: Pick<Survey, 'outputs'>, { names }: Pick<Scene, 'names'>): Fault[] {
  return outputs.flatMap((output) => {
    const most = cloudFormat(output.format).classMax?.(output) ?? Infinity;
    const found = Object.entries(names.classes).filter(([number]) => Number(number) > most);
    if (found.length === 0) return [];
    const classes = found.map(([number, name]) => `${number} (${name})`).join(', ');
    const message = `output ${quotePath(output.path)}: the scene has the classes ${classes}; point format ${output.pointFormat} holds those up to ${most}: take 6 or 7, or give other classes`;
    return [{ place: output.place, message }];
  });
}
