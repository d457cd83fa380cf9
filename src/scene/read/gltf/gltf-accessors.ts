import { showValue } from '../../../base/yaml/faults.js';
import type { GltfBudget } from './gltf-budget.js';
import type { GltfAccessor, GltfDocument } from './gltf-json.js';
import type { GltfViews } from './gltf-views.js';

/** Bytes of an accessor's components by type: glTF 2.0 §3.6.2.2. */
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const FLOAT = 5126;
const UNSIGNED = [5121, 5123, 5125];
/** Divisors of normalized integers: §3.6.2.2, equation of KHR_mesh_quantization. */
const NORMALIZERS: Readonly<Record<number, number>> = {
  5120: 127,
  5121: 255,
  5122: 32767,
  5123: 65535,
  5125: 4294967295,
};
const SIZES = Object.freeze({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 });

/** Types of accessors that are read. */
export type AccessorType = keyof typeof SIZES;

/** A range of numbers in a buffer. */
interface Range {
  view: DataView;
  offset: number;
  stride: number;
  count: number;
  componentType: number;
}

/** Reads the accessors of one document into arrays. Throws UserError for anything out of range. */
export class GltfAccessors {
  private readonly document: GltfDocument;
  private readonly views: GltfViews;
  private readonly budget: GltfBudget;

  constructor(document: GltfDocument, views: GltfViews, budget: GltfBudget) {
    this.document = document;
    this.views = views;
    this.budget = budget;
  }

  /** Subtracts `bytes` from the document's memory budget. */
  spend(bytes: number): void {
    this.budget.spend(bytes);
  }

  /** The number of elements that an accessor states. */
  count(index: unknown, user: string): number {
    const { count } = this.document.entry('accessors', index, user);
    return this.document.whole(count, undefined, `the count of ${user}`);
  }

  /** Factor of the integers of an accessor: 1 unless they are normalized. */
  scale(index: unknown, user: string): number {
    return scaleOf(this.document.entry('accessors', index, user));
  }

  /** Elements of several numbers each; integers unchanged or normalized, as the accessor states. */
  floats(index: unknown, types: AccessorType | readonly AccessorType[], user: string): Float32Array<ArrayBuffer> {
    const { accessor, size } = this.accessor(index, [types].flat(), user);
    const values = new Float32Array(this.allocate(accessor, size, 4, user));
    const scale = scaleOf(accessor);
    if (accessor.bufferView !== undefined) copyFloats(this.range(accessor, accessor, size, user), size, scale, values);
    this.applySparse(accessor, size, scale, values, user);
    return values;
  }

  /** Elements of one whole number each. */
  indices(index: unknown, user: string): Uint32Array<ArrayBuffer> {
    const { accessor } = this.accessor(index, ['SCALAR'], user);
    if (!UNSIGNED.includes(accessor.componentType ?? 0))
      throw this.document.fault(`the indices of ${user} are not unsigned numbers`);
    const values = new Uint32Array(this.allocate(accessor, 1, 4, user));
    if (accessor.bufferView !== undefined) copyIndices(this.range(accessor, accessor, 1, user), values);
    this.applySparse(accessor, 1, 1, values, user);
    return values;
  }

  private accessor(
    index: unknown,
    types: readonly AccessorType[],
    user: string,
  ): { accessor: GltfAccessor; size: number } {
    const accessor = this.document.entry('accessors', index, user);
    const type = types.find((one) => one === accessor.type);
    if (!type)
      throw this.document.fault(
        `accessors[${showValue(index)}] of ${user} has the type ${showValue(accessor.type)}; ${types} is needed`,
      );
    const { componentType } = accessor;
    if (typeof componentType !== 'number' || !COMPONENT_BYTES[componentType])
      throw this.document.fault(
        `accessors[${showValue(index)}] has the unknown component type ${showValue(componentType)}`,
      );
    return { accessor, size: SIZES[type] };
  }

  /** Number of values of the accessor, after checking their bytes against the buffer or the budget. */
  private allocate(accessor: GltfAccessor, size: number, bytes: number, user: string): number {
    const count = this.document.whole(accessor.count, undefined, `the count of ${user}`);
    if (accessor.bufferView !== undefined) this.range(accessor, accessor, size, user);
    this.spend(count * size * bytes);
    return count * size;
  }

  /** Place of the elements; checked against the buffer view and the buffer. */
  private range(
    place: { bufferView?: number; byteOffset?: number },
    { componentType, count }: { componentType?: number; count?: number },
    size: number,
    user: string,
  ): Range {
    const { document } = this;
    const { bytes, stride: stated } = this.views.view(place.bufferView, user);
    const offset = document.whole(place.byteOffset, 0, `byteOffset of ${user}`);
    const elements = document.whole(count, undefined, `the count of ${user}`);
    const elementBytes = COMPONENT_BYTES[componentType ?? 0] * size;
    const stride = stated || elementBytes;
    if (elements > 0 && (stride < elementBytes || offset + (elements - 1) * stride + elementBytes > bytes.length))
      throw document.fault(
        `the ${elements} elements of ${user} end behind the end of bufferViews[${place.bufferView}]`,
      );
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { view, offset, stride, count: elements, componentType: componentType ?? 0 };
  }

  /** Writes the values replaced by a sparse accessor. */
  private applySparse(
    accessor: GltfAccessor,
    size: number,
    scale: number,
    target: Float32Array | Uint32Array,
    user: string,
  ): void {
    const { sparse, componentType } = accessor;
    if (!sparse) return;
    const what = `the sparse values of ${user}`;
    const { count } = sparse;
    const indexType = sparse.indices?.componentType;
    if (!UNSIGNED.includes(indexType ?? 0))
      throw this.document.fault(`the indices of ${what} are not unsigned numbers`);
    const indexRange = this.range(sparse.indices ?? {}, { componentType: indexType, count }, 1, what);
    const valueRange = this.range(sparse.values ?? {}, { componentType, count }, size, what);
    this.spend(indexRange.count * (4 + 4 * size));
    const indices = new Uint32Array(indexRange.count);
    copyIndices(indexRange, indices);
    const values = new Float32Array(indexRange.count * size);
    copyFloats(valueRange, size, scale, values);
    for (let i = 0; i < indices.length; i++) {
      if (indices[i] >= target.length / size)
        throw this.document.fault(`${what} replace element ${indices[i]}, which does not exist`);
      for (let k = 0; k < size; k++) target[indices[i] * size + k] = values[i * size + k];
    }
  }
}

const scaleOf = ({ normalized, componentType }: GltfAccessor): number =>
  normalized ? 1 / (NORMALIZERS[componentType ?? 0] ?? 1) : 1;

function copyFloats(
  { view, offset, stride, count, componentType }: Range,
  size: number,
  scale: number,
  out: Float32Array,
): void {
  if (componentType === FLOAT && stride === 4 * size && (view.byteOffset + offset) % 4 === 0) {
    out.set(new Float32Array(view.buffer, view.byteOffset + offset, count * size));
    return;
  }
  for (let i = 0; i < count; i++)
    for (let k = 0; k < size; k++) {
      const value = readComponent(view, offset + i * stride + k * COMPONENT_BYTES[componentType], componentType);
      // The most negative number also means −1 (§3.6.2.2).
      out[i * size + k] = scale === 1 ? value : Math.max(-1, value * scale);
    }
}

function copyIndices({ view, offset, stride, count, componentType }: Range, out: Uint32Array): void {
  for (let i = 0; i < count; i++) out[i] = readComponent(view, offset + i * stride, componentType);
}

function readComponent(view: DataView, at: number, componentType: number): number {
  switch (componentType) {
    case 5120:
      return view.getInt8(at);
    case 5121:
      return view.getUint8(at);
    case 5122:
      return view.getInt16(at, true);
    case 5123:
      return view.getUint16(at, true);
    case 5125:
      return view.getUint32(at, true);
    default:
      return view.getFloat32(at, true);
  }
}
