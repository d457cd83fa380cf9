import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { parseXml } from '../../../src/base/xml/parse-xml.js';
import { childOf, childrenOf } from '../../../src/base/xml/xml-element.js';

const fault = (text: string): string => {
  try {
    parseXml(text, 'a.xml');
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
});
