/** A record as the codec sees it; plain data, for other threads. */
export interface PackedLayout {
  recordLength: number;
  /** Sum of ITEM_BITS: what it has between the 30 bytes of every point and its extra bytes. */
  items: number;
}

/** As laz/chunk.ts numbers them. */
const ITEM_BITS = Object.freeze({ colours: 1, infrared: 2, packets: 4 });

/** Formats 6 to 10, in which LASzip's layered chunks hold points. */
export type LayeredFormat = 6 | 7 | 8 | 9 | 10;

const ITEMS: Readonly<Record<LayeredFormat, number>> = Object.freeze({
  6: 0,
  7: ITEM_BITS.colours,
  8: ITEM_BITS.colours | ITEM_BITS.infrared,
  9: ITEM_BITS.packets,
  10: ITEM_BITS.colours | ITEM_BITS.infrared | ITEM_BITS.packets,
});

export const isLayeredFormat = (format: number): format is LayeredFormat => format in ITEMS;

/** The layout of records of a point format, extra bytes included in their length. */
export const packedLayout = (format: LayeredFormat, recordLength: number): PackedLayout => ({
  recordLength,
  items: ITEMS[format],
});
