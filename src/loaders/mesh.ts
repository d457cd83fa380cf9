import type { NumberArray } from '../cloud/columns/number-arrays.js';

/** Numbers of the vertices of a mesh, `size` each. */
export interface MeshAttribute {
  value: NumberArray;
  size: number;
  /** Whole numbers represent 0 … 1. */
  normalized?: boolean;
}

/** A mesh or cloud in memory, in the common form of loaders.gl (category Mesh). */
export interface LoadedMesh {
  attributes: Record<string, MeshAttribute>;
  /** Three vertices of each triangle; absent for a cloud. */
  indices?: MeshAttribute;
  topology: 'point-list' | 'triangle-list';
  /** The same for WebGL: 0 for points, 4 for triangles. */
  mode: 0 | 4;
  header: { vertexCount: number; boundingBox: [number[], number[]] };
  loader: string;
  loaderData: MeshFacts;
  schema: MeshSchema;
}

/** Facts about a file besides its vertices. */
export interface MeshFacts {
  /** The name of the format, such as `laz`. */
  format: string;
  /** Added to all positions: 0, 0, 0 unless they are f32. */
  origin: [number, number, number];
  /** Faults that did not prevent reading, and losses, one sentence each. */
  warnings: string[];
  [fact: string]: unknown;
}

/** The attributes again, as Apache Arrow would describe them. */
export interface MeshSchema {
  fields: {
    name: string;
    type: { type: 'fixed-size-list'; listSize: number; children: SchemaField[] };
    nullable: false;
  }[];
  metadata: Record<string, string>;
}

type NumberType = 'uint8' | 'uint16' | 'uint32' | 'int8' | 'int16' | 'int32' | 'float32' | 'float64';

interface SchemaField {
  name: 'value';
  type: NumberType;
}

/** A mesh of these attributes, including `POSITION`; triangles if there are indices, points otherwise. */
export function meshOf(
  attributes: Record<string, MeshAttribute>,
  loader: string,
  loaderData: MeshFacts,
  indices?: Uint32Array,
): LoadedMesh {
  const { POSITION } = attributes;
  return {
    attributes,
    ...(indices && { indices: { value: indices, size: 1 } }),
    topology: indices ? 'triangle-list' : 'point-list',
    mode: indices ? 4 : 0,
    header: { vertexCount: POSITION.value.length / 3, boundingBox: boundsOf(POSITION.value) },
    loader,
    loaderData,
    schema: {
      fields: Object.entries(attributes).map(([name, { value, size }]) => ({
        name,
        type: { type: 'fixed-size-list', listSize: size, children: [{ name: 'value', type: typeOf(value) }] },
        nullable: false,
      })),
      metadata: {},
    },
  };
}

/** The lower and the upper corner; zeros without points. */
function boundsOf(positions: NumberArray): [number[], number[]] {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    // Comparisons skip missing places (NaN).
    if (positions[i] < min[axis]) min[axis] = positions[i];
    if (positions[i] > max[axis]) max[axis] = positions[i];
  }
  return min[0] <= max[0]
    ? [min, max]
    : [
        [0, 0, 0],
        [0, 0, 0],
      ];
}

const typeOf = (value: NumberArray): NumberType =>
  value.constructor.name.replace(/Array$/, '').toLowerCase() as NumberType;
