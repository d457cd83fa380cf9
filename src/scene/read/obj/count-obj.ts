import { UserError } from '../../../base/errors.js';
import { type ByteBlocks, lineAt, lineText, type WholeLines, wholeLines } from '../whole-lines.js';

/** Counts of an OBJ file: exact, so that its mesh is allocated once at its final size. */
export interface ObjCounts {
  vertices: number;
  /** Number of texture coordinates. */
  uvs: number;
  /** Number after cutting polygons with n corners into n − 2 triangles. */
  triangles: number;
  /** Lines that begin a new object, group or material: at least as many as there are groups of triangles. */
  switches: number;
  /** Whether a line ends with a backslash and continues on the next. */
  hasContinuedLines: boolean;
  /** `mtllib` lines as written, without the keyword. */
  libraries: string[];
}

const NEWLINE = 10;
const BLANK = 32;
const RETURN = 13;
const BACKSLASH = 92;
const COMMENT = 35;
const LETTER_V = 118;
const LETTER_F = 102;
const LETTER_O = 111;
const LETTER_G = 103;
const LETTER_M = 109;
const LETTER_T = 116;
const LETTER_U = 117;
/** Library names are truncated to this length. */
const MAX_NAME_BYTES = 4096;

/**
 * Counts vertices, texture coordinates, triangles and group switches of an OBJ text without reading a number, and lists
 * its material libraries: the first of two passes. Two passes over the file keep the memory at the mesh itself; growing
 * arrays would hold it twice. Throws UserError for a binary file.
 */
export async function countObj(blocks: ByteBlocks, file: string): Promise<ObjCounts> {
  const counts = await countOnce(blocks, file, false);
  // Such files are rare: only they pay for a second count, and all others are spared the search for backslashes.
  return counts.hasContinuedLines ? { ...(await countOnce(blocks, file, true)), hasContinuedLines: true } : counts;
}

async function countOnce(blocks: ByteBlocks, file: string, joinLines: boolean): Promise<ObjCounts> {
  const counts: ObjCounts = {
    vertices: 0,
    uvs: 0,
    triangles: 0,
    switches: 0,
    hasContinuedLines: false,
    libraries: [],
  };
  for await (const lines of wholeLines(blocks, file, joinLines)) {
    if (lines.linesBefore === 0) refuseBinary(lines, file);
    countLines(lines, counts);
  }
  return counts;
}

function countLines(lines: WholeLines, counts: ObjCounts): void {
  const { bytes, end } = lines;
  let vertices = 0;
  let triangles = 0;
  let newlines = 0;
  let at = 0;
  while (at < end) {
    let c = bytes[at];
    while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
    if (c === LETTER_V) {
      if (bytes[at + 1] <= BLANK) vertices++;
      else if (bytes[at + 1] === LETTER_T && bytes[at + 2] <= BLANK) counts.uvs++;
    } else if (c === LETTER_F && bytes[at + 1] <= BLANK) {
      let corners = 0;
      c = bytes[++at];
      while (c !== NEWLINE) {
        while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
        if (c === COMMENT) break;
        if (c !== NEWLINE) corners++;
        while (c > BLANK) c = bytes[++at];
      }
      if (corners > 2) triangles += corners - 2;
    } else if (c === LETTER_O || c === LETTER_G || c === LETTER_U) counts.switches++;
    else if (c === LETTER_M) addLibrary(lineText(bytes, at, MAX_NAME_BYTES), counts);
    while (c !== NEWLINE) c = bytes[++at];
    const last = bytes[at - 1] === RETURN ? bytes[at - 2] : bytes[at - 1];
    if (last === BACKSLASH) counts.hasContinuedLines = true;
    newlines++;
    at++;
  }
  lines.lineCount = newlines;
  counts.vertices += vertices;
  counts.triangles += triangles;
}

function addLibrary(line: string, { libraries }: ObjCounts): void {
  const name = /^mtllib\s+(.*\S)/.exec(line)?.[1];
  if (name !== undefined) libraries.push(name);
}

/** Looks for a zero byte in the first lines, which occurs in every binary format but in no text. */
function refuseBinary(lines: WholeLines, file: string): void {
  const zero = lines.bytes.subarray(0, lines.end).indexOf(0);
  if (zero < 0) return;
  throw new UserError('found a zero byte; an OBJ file is text', {
    place: { file, line: lineAt(lines, zero) },
    hint: 'Check that the content of the file matches its ending; export it as Wavefront OBJ (text).',
  });
}
