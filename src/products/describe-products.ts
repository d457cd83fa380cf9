import { NAMED_PRODUCTS, type ProductReport, type ProductSections } from './index.js';
import type { WrittenCount } from './product.js';

/** The products of a survey, in rows: a name and the files. */
export const productRows = (sections: ProductSections): string[][] =>
  NAMED_PRODUCTS.flatMap((product) => product.describe(sections));

/** The same as JSON. */
export const productsJson = (sections: ProductSections): object =>
  Object.assign({}, ...NAMED_PRODUCTS.map((product) => product.json(sections)));

/** Counts of a run's products, file by file. */
export const writtenCounts = (report: ProductReport): WrittenCount[] =>
  NAMED_PRODUCTS.flatMap((product) => product.written(report));
