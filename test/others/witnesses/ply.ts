/** Readers of numbers of PLY, by their names. */
const TYPES: Readonly<Record<string, [bytes: number, method: string]>> = {
  char: [1, 'Int8'],
  uchar: [1, 'Uint8'],
  short: [2, 'Int16'],
  ushort: [2, 'Uint16'],
  int: [4, 'Int32'],
  uint: [4, 'Uint32'],
  float: [4, 'Float32'],
  double: [8, 'Float64'],
  int8: [1, 'Int8'],
  uint8: [1, 'Uint8'],
  int16: [2, 'Int16'],
  uint16: [2, 'Uint16'],
  int32: [4, 'Int32'],
  uint32: [4, 'Uint32'],
  float32: [4, 'Float32'],
  float64: [8, 'Float64'],
};

/** What a mesh holds, by a small reader of it. */
export interface Mesh {
  points: number;
  /** Corners of each face. */
  faces: number[][];
  positions: number[][];
  /** The largest number of a property red, green or blue. */
  brightest: number;
}

interface Element {
  name: string;
  count: number;
  properties: { name: string; type: string; lengthType?: string }[];
}

/** Reads a PLY file; of text, a line for each element, whatever else it has. */
export function readMesh(data: Buffer): Mesh {
  const text = data.toString('latin1');
  const end = /end_header[ \t]*\r?\n/.exec(text);
  if (!end) throw new Error('no end of the header');
  const lines = text.slice(0, end.index).split(/\r?\n/);
  const format = lines.find((line) => line.startsWith('format'))?.split(' ')[1];
  const bodyAt = end.index + end[0].length;
  const numbers = format === 'ascii' ? textNumbers(text.slice(bodyAt)) : binaryNumbers(data.subarray(bodyAt), format);
  const mesh: Mesh = { points: 0, faces: [], positions: [], brightest: 0 };
  for (const element of elementsOf(lines)) {
    if (element.name === 'vertex') mesh.points = element.count;
    for (let k = 0; k < element.count; k++) readElement(element, numbers(), mesh);
  }
  return mesh;
}

function elementsOf(lines: readonly string[]): Element[] {
  const elements: Element[] = [];
  for (const [word, ...rest] of lines.map((line) => line.trim().split(/\s+/))) {
    if (word === 'element') elements.push({ name: rest[0], count: Number(rest[1]), properties: [] });
    if (word !== 'property') continue;
    const [lengthType, type] = rest[0] === 'list' ? [rest[1], rest[2]] : [undefined, rest[0]];
    elements.at(-1)?.properties.push({ name: rest.at(-1) as string, type, lengthType });
  }
  return elements;
}

function readElement({ name: element, properties }: Element, next: Next, mesh: Mesh): void {
  const position: number[] = [];
  for (const { name, type, lengthType } of properties) {
    const length = lengthType === undefined ? 1 : next(lengthType);
    const values = Array.from({ length }, () => next(type));
    if (element === 'face' && /^vertex_ind/.test(name)) mesh.faces.push(values);
    if (element === 'tristrips') mesh.faces.push(...stripFaces(values));
    if (element === 'vertex' && /^[xyz]$/.test(name)) position.push(values[0]);
    if (/^(red|green|blue)$/.test(name)) mesh.brightest = Math.max(mesh.brightest, values[0]);
  }
  if (element === 'vertex') mesh.positions.push(position);
}

/** The triangles of strips, which −1 ends. */
const stripFaces = (corners: readonly number[]): number[][] =>
  corners.slice(2).flatMap((last, k) => {
    const face = [corners[k], corners[k + 1], last];
    return face.includes(-1) ? [] : [face];
  });

/** The next number of an element. */
type Next = (type: string) => number;

/** Begins the next element, on a line of its own. */
function textNumbers(text: string): () => Next {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  let line = 0;
  return () => {
    const words = lines[line++].trim().split(/\s+/);
    let at = 0;
    return () => Number(words[at++]);
  };
}

/** Begins the next element, where the last one ended. */
function binaryNumbers(data: Buffer, format: string | undefined): () => Next {
  const view = new DataView(data.buffer, data.byteOffset, data.length) as unknown as Record<
    string,
    (at: number, little: boolean) => number
  >;
  let at = 0;
  const next: Next = (type) => {
    const [bytes, method] = TYPES[type];
    at += bytes;
    return view[`get${method}`](at - bytes, format === 'binary_little_endian');
  };
  return () => next;
}
