/** A character as strokes on a grid of cells: 7 rows above the base line, two below; x to the right, y down. */
export interface Glyph {
  /** Cells from the first to the last column in use. */
  width: number;
  /** x0, y0, x1, y1 each; both ends of a dot coincide. */
  strokes: number[][];
}

export const GLYPH_ROWS = 7;
/** Cells between two characters, centre to centre, beyond a glyph's own width. */
export const GLYPH_GAP = 1.9;
const SPACE_WIDTH = 1.6;
const THIN_SPACE = '\u2009';

/** Each character, then its rows from the top: a base-32 digit whose five bits are the row's five cells. */
const DOTS =
  'A4ahhvhh Buhhuhhu Cehggghe Duhhhhhu Evgguggv Fvgguggg Gehgnhhe Hhhhvhhh Ie44444e J72222ic Khikokih Lggggggv ' +
  'Mhrllhhh Nhhpljhh Oehhhhhe Puhhuggg Qehhhlid Ruhhukih Sfgge11u Tv444444 Uhhhhhhe Vhhhhha4 Whhhllla Xhha4ahh ' +
  'Yhha4444 Zv1248gv a00e1fhf bgguhhhu c00ehghe d11fhhhf e00ehvge f68u8888 g00fhhhf1e hgguhhhh i4044444 j2022222a4 ' +
  'kggikoki l8888886 m00qllll n00uhhhh o00ehhhe p00uhhhugg q00fhhhf11 r00moggg s00fge1u t88u8886 u00hhhhf v00hhha4 ' +
  'w00hhlla x00ha4ah y00hhhhf1e z00v248v 06999996 14c4444e 2eh1248v 3eh161he 426aiv22 5vgu11he 668guhhe 7v122444 ' +
  '8ehhehhe 9ehhf12c .0000004 ,00000048 :0040004 ;00400048 !4444404 ?eh12404 \'44 "aa (2488842 )8422248 [e88888e ' +
  ']e22222e {6448446 }c44244c |444444444 /122488g \\g884221 -000e _0000000v +0044v44 =000v0v *04lel4 #aavavaa ' +
  '%op248j3 &cik8lid @ehnlnge <248g842 >8421248 ^4ah ~0008l2 `84 $4fke5u4 °ciic ·0004 …000000l –000v −000v ²o48s ×000a4a µ00hhhhugg';

const UNKNOWN = strokesOf('vhhhhhv');
const GLYPHS = new Map(DOTS.split(' ').map((entry) => [entry[0], strokesOf(entry.slice(1))]));

/** The glyph of a character; accents are dropped, and a character without a glyph becomes an empty box. */
export function glyphOf(character: string): Glyph {
  if (character === THIN_SPACE) return { width: 0, strokes: [] };
  if (character === ' ') return { width: SPACE_WIDTH, strokes: [] };
  return GLYPHS.get(character) ?? GLYPHS.get(character.normalize('NFD')[0]) ?? UNKNOWN;
}

/**
 * Joins neighbouring cells by strokes: always horizontally and vertically, diagonally only if nothing else joins them.
 */
function strokesOf(digits: string): Glyph {
  const rows = [...digits].map((digit) => Number.parseInt(digit, 32));
  const used = rows.reduce((all, row) => all | row, 0);
  const first = Math.clz32(used) - 27;
  const last = 4 - (31 - Math.clz32(used & -used));
  const on = (x: number, y: number) => ((rows[y] ?? 0) >> (4 - x)) & 1;
  const strokes: number[][] = [];
  const join = (x: number, y: number, dx: number, dy: number) => strokes.push([x - first, y, x - first + dx, y + dy]);
  for (let y = 0; y < rows.length; y++)
    for (let x = first; x <= last; x++) {
      if (!on(x, y)) continue;
      join(x, y, 0, 0);
      if (x < last && on(x + 1, y)) join(x, y, 1, 0);
      if (on(x, y + 1)) join(x, y, 0, 1);
      if (x < last && on(x + 1, y + 1) && !on(x + 1, y) && !on(x, y + 1)) join(x, y, 1, 1);
      if (x > first && on(x - 1, y + 1) && !on(x - 1, y) && !on(x, y + 1)) join(x, y, -1, 1);
    }
  return { width: last - first, strokes };
}
