import { siText } from './si-text.js';

/** A text of a scanner's sheet as the page writes numbers: 278 nW for 2.78e-7 W, 300,000 for 300000. */
export const sheetText = (text: string): string =>
  text
    .replaceAll(/(\d(?:\.\d+)?e-\d+) ([JWs])\b/g, (_, value: string, unit: string) => siText(Number(value), unit))
    .replaceAll(/(?<![\d.])\d{4,}(?![\d.])(?! nm)/g, (digits) => Number(digits).toLocaleString('en'))
    .replaceAll('1/e2', '1/e²');
