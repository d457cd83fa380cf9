import { expect, it } from 'vitest';
import { parseXml } from '../../../src/base/xml/parse-xml.js';
import { readPrototype } from '../../../src/io/e57/read-prototype.js';

const AXES = ['X', 'Y', 'Z'].map((axis) => `<cartesian${axis} type="Float"/>`).join('');
const prototypeOf = (more: string) =>
  readPrototype(parseXml(`<prototype type="Structure">${AXES}${more}</prototype>`, 'a.e57'));

it.each(['__proto__', 'constructor', 'toString'])('an element called %s is one of others', (name) => {
  const { elements } = prototypeOf(`<${name} type="Float"/>`);
  expect(elements.map(({ attribute }) => attribute)).toEqual(['x', 'y', 'z', undefined]);
});

it('no step is 0', () => {
  expect(() => prototypeOf('<intensity type="ScaledInteger" scale="0"/>')).toThrow('scale of intensity: found 0');
});
