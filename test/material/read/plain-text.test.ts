import { describe, expect, it } from 'vitest';
import { LINE_LENGTH_MAX, oneLine, plainText } from '../../../src/material/read/plain-text.js';

describe('plainText', () => {
  it.each([
    ['markup', 'A <b>bold</b> <i class="x">word</i>', 'A bold word'],
    ['Markdown', 'a *slanted* and a **bold** and __another__ word', 'a slanted and a bold and another word'],
    ['comparisons, which are no markup', 'n < 2 and k > 1', 'n < 2 and k > 1'],
    ['entities', 'a &lt; b &amp; c &gt; d&nbsp;e &quot;f&quot; &copy;', 'a < b & c > d e "f" &copy;'],
    ['blanks before punctuation', 'a <b>b</b>, c ; (d )', 'a b, c; (d)'],
    ['lines', ' a\n\tb\r\nc ', 'a b c'],
    ['an HTML link to a publication', '<a href="https://doi.org/10.1/x">Paper</a> (1999)', 'Paper doi:10.1/x (1999)'],
    [
      'a link in capitals, with more',
      '<A target=_blank HREF="http://dx.DOI.org/10.1/x" id="y">Paper</A>',
      'Paper doi:10.1/x',
    ],
    [
      'a link whose other attributes are in quotes',
      `<a class="a b" title="n > 1, <i>" rel='x' href="https://doi.org/10.1/x?a=1&amp;b=2" data-x='href="no"'>Paper</a>.`,
      'Paper doi:10.1/x?a=1&b=2.',
    ],
    ['a link in single quotes', "<a href='https://doi.org/10.1/x(y)' target='_blank'>Paper</a>", 'Paper doi:10.1/x(y)'],
    ['a link without quotes', '<a href=https://doi.org/10.1/x target=_blank>Paper</a>', 'Paper doi:10.1/x'],
    ['a link after one without an end', '<a href="x">a <a href=\'https://doi.org/10.1/x\'>b</a>', 'a b doi:10.1/x'],
    ['a tag with a sign in quotes', 'a <b title="x > y">c</b>', 'a c'],
    ['another HTML link', '<a href="https://a.example/p">Page</a>', 'Page'],
    [
      'a Markdown link to a publication',
      'see [Paper](https://doi.org/10.1/x(2)y) there',
      'see Paper doi:10.1/x(2)y there',
    ],
    ['another Markdown link', '[Page](https://a.example)', 'Page'],
    ['a list', ['one', ['two', 3], null, 'four'], 'one two four'],
    ['a number', 7, ''],
    ['nothing', undefined, ''],
  ])('reads %s', (_, marked, text) => expect(plainText(marked)).toBe(text));

  it('reads the first 4000 characters', () => {
    expect(plainText(`${'<b>'.repeat(1331)}1234567end`)).toBe('1234567');
  });
});

describe('oneLine', () => {
  it('cuts what is longer than a line, without a blank at its end', () => {
    expect(oneLine('x'.repeat(LINE_LENGTH_MAX))).toBe('x'.repeat(1500));
    expect(oneLine('x'.repeat(LINE_LENGTH_MAX + 1))).toBe(`${'x'.repeat(1500)}…`);
    expect(oneLine(`${'x'.repeat(1499)} yz`)).toBe(`${'x'.repeat(1499)}…`);
  });

  it('makes a blank of control characters', () => {
    expect(oneLine('a\u0000\u0007b\u001b \u009fc')).toBe('a b c');
  });
});
