import { Item } from './layouts.generated.js';

/** A record as the codec sees it; plain data, for other threads. */
export interface PackedLayout {
  recordLength: number;
  /** Sum of `Item`: the items between the 30 bytes of every point and its extra bytes. */
  items: number;
}

/** Formats 6 to 10, in which LASzip's layered chunks hold points. */
export type LayeredFormat = 6 | 7 | 8 | 9 | 10;

const ITEMS: Readonly<Record<LayeredFormat, number>> = Object.freeze({
  6: 0,
  7: Item.colours,
  8: Item.colours | Item.infrared,
  9: Item.packets,
  10: Item.colours | Item.infrared | Item.packets,
});

export const isLayeredFormat = (format: number): format is LayeredFormat => format in ITEMS;

/** The layout of records of a point format; their length includes the extra bytes. */
export const packedLayout = (format: LayeredFormat, recordLength: number): PackedLayout => ({
  recordLength,
  items: ITEMS[format],
});
