import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { parseXml, XML_LIMITS } from '../../../src/base/xml/parse-xml.js';
import { childOf, childrenOf } from '../../../src/base/xml/xml-element.js';
import { inLong } from '../../support/long-run.js';

const fault = (text: string, limits = XML_LIMITS): string => {
  try {
    parseXml(text, 'a.xml', limits);
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'none';
};

describe('parseXml', () => {
  it('returns elements with attributes, text and places', () => {
    const root = parseXml(
      '<?xml version="1.0"?>\n<a x="1 &lt; 2">\n  <!-- no -->\n  <b y="&#65;"/> t <b>u</b></a>',
      'a.xml',
    );
    expect(root.name).toBe('a');
    expect(root.attributes.get('x')).toBe('1 < 2');
    expect(root.text).toBe('t');
    expect(childrenOf(root, 'b').map(({ text, place }) => [text, place.line, place.column])).toEqual([
      ['', 4, 3],
      ['u', 4, 20],
    ]);
    expect(childOf(root, 'b')?.attributes.get('y')).toBe('A');
    expect(childOf(root, 'c')).toBeUndefined();
  });

  it('names the place of what is not well formed', () => {
    expect(fault('<a>\n<b></a>')).toMatch(/^a\.xml:2:\d+: not well-formed XML: /);
    expect(fault('<a x=1/>')).toMatch(/^a\.xml:1:\d+: not well-formed XML: /);
    expect(fault('')).toMatch(/^a\.xml:1:\d+: not well-formed XML: /);
    expect(fault('<a>')).toMatch(/not well-formed XML: /);
    expect(fault('<a/><b/>')).toMatch(/not well-formed XML: /);
  });

  it('reads no entities but those of characters', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>';
    expect(fault(bomb)).toMatch(/document type declaration/);
    expect(fault('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toMatch(/document type declaration/);
    expect(fault('<a>&b;</a>')).toMatch(/not well-formed XML: /);
  });

  it('bounds the nesting', () => {
    expect(fault(`${'<a>'.repeat(64)}${'</a>'.repeat(64)}`)).toBe('none');
    expect(fault(`${'<a>'.repeat(65)}${'</a>'.repeat(65)}`)).toMatch(/nested more than 64 deep/);
    expect(fault('<a>'.repeat(1e6))).toMatch(/nested more than 64 deep/);
  });

  it('bounds the elements and attributes while it reads them', () => {
    expect(XML_LIMITS).toEqual({ depth: 64, elements: 1_000_000, attributes: 2_000_000, attributesOfOne: 1000 });
    // Millions take five seconds.
    const limits = inLong(XML_LIMITS, { ...XML_LIMITS, elements: 10_000, attributes: 20_000 });
    const { elements } = limits;
    expect(fault(`<a>\n${'<x/>\n'.repeat(1.1 * elements)}`, limits)).toMatch(
      new RegExp(`^a\\.xml:${elements + 1}:\\d+: .*more than ${elements} elements in a document`),
    );
    const attributes = (count: number) => Array.from({ length: count }, (_, k) => ` a${k}=""`).join('');
    expect(fault(`<a${attributes(1000)}/>`)).toBe('none');
    expect(fault(`<a>\n<b${attributes(1001)}/></a>`)).toMatch(/^a\.xml:2:\d+: .*1000 attributes in an element/);
    const full = limits.attributes / 1000;
    expect(fault(`<a>${`<b${attributes(1000)}/>\n`.repeat(full + 1)}</a>`, limits)).toMatch(
      new RegExp(`^a\\.xml:${full + 1}:\\d+: .*more than ${limits.attributes} attributes in a document`),
    );
  });

  it('joins texts of many pieces', () => {
    expect(parseXml(`<a>${'b<!-- -->&amp;'.repeat(100_000)}</a>`, 'a.xml').text).toHaveLength(200_000);
  });
});
