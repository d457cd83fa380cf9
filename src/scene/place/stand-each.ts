import { compose, invert, transformPoint, translation } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { counted } from '../../base/text.js';
import { emptyBox, growBox } from '../../base/vec3.js';
import type { MeshInstance } from '../model.js';
import { type Ground, HeightGrid } from './height-grid.js';
import type { StandingPart } from './stand.js';

/**
 * Moves every object of parts that are placed once up by the height of the highest surface of `grounds` at its origin,
 * less by what the part sinks.
 * Trees without ground are a fault, which `onFault` receives with their part; other plants without ground are left out,
 * which `log` tells. The parts get models of their own.
 */
export function* standEach(
  parts: readonly StandingPart[],
  grounds: readonly Ground[],
  onFault: (part: StandingPart, fault: UserError) => void,
  log: Log,
): Steps<void> {
  if (parts.length === 0) return;
  const box = emptyBox();
  for (const { model, transforms } of parts)
    for (const { transform } of model.instances) growBox(box, ...transformPoint(transforms[0], originOf(transform)));
  const area = { min: [box.min[0], box.min[1]], max: [box.max[0], box.max[1]] } as const;
  const surface = yield* HeightGrid.over(grounds, area, placeOf(parts[0]));
  for (const part of parts) {
    const lifted: MeshInstance[] = [];
    const [place] = part.transforms;
    const back = invert(place);
    const { sink = 0 } = part.description.stand;
    for (const [k, instance] of part.model.instances.entries()) {
      if (k % ROUNDS_A_STEP === 0) yield;
      const [x, y] = transformPoint(place, originOf(instance.transform));
      const height = surface.heightAt(x, y);
      if (height === undefined && instance.tree) {
        onFault(part, noGround(part, instance.name, x, y));
        break;
      }
      if (height === undefined) continue;
      const up = translation([0, 0, height - sink]);
      const transform = compose(back, compose(up, compose(place, instance.transform)));
      lifted.push({ ...instance, transform });
    }
    const lost = part.model.instances.length - lifted.length;
    if (lost > 0)
      log.info(
        `${part.description.name}: ${counted(lost, 'plant')} beyond the edge of the ground ${lost === 1 ? 'is' : 'are'} left out`,
      );
    part.model = { ...part.model, instances: lifted };
  }
}

const originOf = (transform: MeshInstance['transform']): [number, number, number] => [
  transform[3],
  transform[7],
  transform[11],
];

const placeOf = ({ description: { stand, place } }: StandingPart) => stand.place ?? place;

function noGround(part: StandingPart, tree: string, x: number, y: number): UserError {
  const { name, stand } = part.description;
  const what =
    stand.part === undefined ? 'no surface of class ground or road surface' : `nothing of part ${stand.part}`;
  return new UserError(
    `${name}/${tree} stands on the ground, but there is ${what} at (${x.toFixed(3)}, ${y.toFixed(3)})`,
    {
      place: placeOf(part),
      hint: 'take a larger ground, fewer trees, or an extent within it',
    },
  );
}
