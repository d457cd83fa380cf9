import type { ElementType } from '../../cloud/point-schema.js';
import type { CodedPoints } from '../records/coded-points.js';
import type { PulseBatch } from './pulse-format.js';

/** A column of numbers of pulses. */
export interface PulseColumn {
  name: string;
  type: ElementType;
  /** Component of an array with several numbers a pulse, whose name is `of`; absent: it is alone. */
  part?: { of: string; component: number; components: number };
  /** The number of pulse `k` of a batch. */
  value(pulses: PulseBatch, k: number): number;
}

const axes = (of: string, type: ElementType, array: 'origins' | 'directions'): PulseColumn[] =>
  ['x', 'y', 'z'].map((axis, component) => ({
    name: `${of}_${axis}`,
    type,
    part: { of, component, components: 3 },
    value: (pulses, k) => pulses[array][3 * k + component],
  }));

/** The columns of pulses in binary files, by the names of the text. */
export const PULSE_COLUMNS: readonly PulseColumn[] = Object.freeze([
  { name: 'gps_time', type: 'f64', value: ({ startTime, times }, k) => startTime + times[k] },
  ...axes('origin', 'f64', 'origins'),
  ...axes('direction', 'f32', 'directions'),
  { name: 'leg', type: 'u32', value: ({ leg }) => leg },
  { name: 'pulse', type: 'u32', value: ({ first }, k) => first + k },
  { name: 'channel', type: 'u16', value: ({ channels }, k) => channels[k] },
  { name: 'scanner', type: 'u8', value: ({ scanner }) => scanner },
  { name: 'returns', type: 'u8', value: ({ returns }, k) => returns[k] },
]);

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;

/**
 * The fired pulses of a batch as stretches of bytes: one for each array, `areJoined` with its components side by side,
 * otherwise one for each column.
 */
export function codePulses(pulses: PulseBatch, areJoined: boolean): CodedPoints {
  const fired: number[] = [];
  for (let k = 0; k < pulses.count; k++) if (!pulses.silent[k]) fired.push(k);
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  let array: InstanceType<(typeof ARRAYS)[ElementType]> | undefined;
  for (const { type, part, value } of PULSE_COLUMNS) {
    const { component, components } = areJoined && part ? part : { component: 0, components: 1 };
    array = component > 0 && array ? array : new ARRAYS[type](components * fired.length);
    for (const [row, k] of fired.entries()) array[components * row + component] = value(pulses, k);
    if (component === components - 1) bytes.push(new Uint8Array(array.buffer as ArrayBuffer));
  }
  return { count: fired.length, bytes };
}
