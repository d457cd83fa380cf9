import { ITEM_VERSION_MAX, WRITTEN_VERSION } from './item-versions.js';
import { Item } from './layouts.generated.js';

/** A record as the codec sees it; plain data, for other threads. */
export interface PackedLayout {
  recordLength: number;
  /** Sum of `Item`: the items between the 30 bytes of every point and its extra bytes, and the version of coding. */
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

/**
 * The layout of records of a point format, coded in this version of its items; their length includes the extra bytes.
 */
export const packedLayout = (format: LayeredFormat, recordLength: number, version = WRITTEN_VERSION): PackedLayout => ({
  recordLength,
  items: ITEMS[format] | (version === ITEM_VERSION_MAX ? Item.version4 : 0),
});
