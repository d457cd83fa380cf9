import { expect, it } from 'vitest';
import { sheetText } from '../../../studio/ui/sheet-text.js';

it('writes the numbers of a sheet as the page does, and leaves wavelengths and names alone', () => {
  expect(sheetText('peaks of 2.78e-7 W and more (1.48e-15 J from a flat target)')).toBe(
    'peaks of 278 nW and more (1.48 fJ from a flat target)',
  );
  expect(sheetText('rotating polygon, 300000 pulses/s in the window')).toBe(
    'rotating polygon, 300,000 pulses/s in the window',
  );
  expect(sheetText('1.5-2500 m')).toBe('1.5-2,500 m');
  expect(sheetText('0.175 mrad (1/e2 half angle)')).toBe('0.175 mrad (1/e² half angle)');
  expect(sheetText('1550 nm')).toBe('1550 nm');
});
