import { outputName } from '../../base/files/standard-output.js';
import { joinWords } from '../../base/text.js';
import { fieldsOf, namedFields } from '../../cloud/point-fields.js';
import { cloudFormat, type PointOutput } from '../clouds/cloud-formats.js';
import type { CloudHeader } from '../records/point-sink.js';

/** Requested fields that no cloud has, and fields that the output cannot hold. */
export function unheldFields(header: Pick<CloudHeader, 'optional' | 'lacking'>, output: PointOutput): string[] {
  const held = fieldsOf(header, output).map(({ name }) => name);
  const missing = namedFields(output).filter(({ name }) => !held.includes(name));
  const unheld = cloudFormat(output.format).cannotHold(held, output);
  return [
    ...(missing.length > 0
      ? [
          `no cloud has ${joinWords(
            missing.map(({ name }) => name),
            'or',
          )}`,
        ]
      : []),
    ...(unheld ? [`${outputName(output.path)} has no ${joinWords(unheld.fields, 'or')}: ${unheld.reason}`] : []),
  ];
}
