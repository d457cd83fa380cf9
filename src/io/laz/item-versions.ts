/** The version of coding of layered items that every reader knows. */
export const WRITTEN_VERSION = 3;

/** The highest one, of newer versions of LASzip: it differs where the scanner channel changes. */
export const ITEM_VERSION_MAX = 4;
