/** Colours of what is drawn over the scene, 0xRRGGBB. */
export interface MarkColors {
  /** Sketches and handles. */
  active: number;
  /** Plans. */
  plan: number;
  /** Hits of beams in the scene. */
  hit: number;
  /** Edge that separates a mark from anything behind it. */
  edge: number;
}

const DARK: MarkColors = { active: 0xffb547, plan: 0x35c4d7, hit: 0xffe08a, edge: 0x0b0f14 };
const LIGHT: MarkColors = { active: 0xb45f00, plan: 0x087d8d, hit: 0xa8004f, edge: 0xffffff };

export const markColors = (isDark: boolean): MarkColors => (isDark ? DARK : LIGHT);
