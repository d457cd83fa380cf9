import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../src/base/yaml/check-document.js';
import { listField, mapField, numberField, textField } from '../../../src/base/yaml/fields.js';
import { objectDocument } from '../../../src/base/yaml/source-document.js';

const TREES = mapField('a wood', {
  trees: listField(
    'trees',
    mapField('a tree', { name: textField('Name'), height: numberField('Height', { min: 1, max: 90 }) }),
  ),
});

/** A wood of which the last tree is too high and has a key too many. */
function wood(count: number): unknown {
  const trees = Array.from({ length: count }, (_, k) => ({ name: `tree ${k}`, height: 20 }));
  return { trees: [...trees, { name: 'last', height: 100, species: 3 }] };
}

const faultsOf = (value: unknown): string => {
  try {
    checkDocument(TREES, objectDocument(value, 'wood'));
    return '';
  } catch (error) {
    return String(error);
  }
};

describe('checkDocument', () => {
  // Short documents are checked without compiling the schema, long ones with it.
  it.each([1, 5000])('names every fault behind %d values that are right', (count) => {
    expect(faultsOf(wood(count))).toContain(`trees[${count}].height: found 100, expected a number >= 1 and <= 90`);
    expect(faultsOf(wood(count))).toContain(`trees[${count}].species: unknown key; allowed: name, height`);
  });

  it('returns what the document says', () => {
    const value = { trees: [{ name: 'oak', height: 30 }] };
    expect(checkDocument(TREES, objectDocument(value, 'wood'))).toEqual(value);
  });
});
