import type { Rgb } from './color-ramps.js';

/** Colours of everything in a picture except the cloud. */
export interface Theme {
  page: Rgb;
  panelTop: Rgb;
  panelBottom: Rgb;
  text: Rgb;
  quietText: Rgb;
}

export type Background = 'dark' | 'light';

/** The colours of pictures on a dark and on a light page. */
export const THEMES: Readonly<Record<Background, Theme>> = Object.freeze({
  dark: { page: 0x0b0e13, panelTop: 0x12161d, panelBottom: 0x1d232d, text: 0xeef2f6, quietText: 0x9da8b5 },
  light: { page: 0xffffff, panelTop: 0xf6f8fa, panelBottom: 0xe6eaee, text: 0x1b222b, quietText: 0x5c6874 },
});
