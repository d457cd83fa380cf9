import { optionalArray } from '../../cloud/point-batch.js';
import { type ChosenFields, namedFields } from '../../cloud/point-fields.js';
import { SectionLine, type SectionStrip } from '../../cloud/section-line.js';
import type { AddedColumns } from './convert-options.js';

/** The places of points in a section, `along` and `across`, as far as the output names them; undefined: it does not. */
export function sectionColumns({ places }: SectionStrip, output: ChosenFields): AddedColumns | undefined {
  const named = namedFields(output).map(({ key }) => key);
  const keys = (['along', 'across'] as const).filter((key) => named.includes(key));
  if (keys.length === 0) return undefined;
  return {
    keys,
    begin: () => {
      const line = new SectionLine(places);
      return (batch) => {
        const columns = keys.map((key) => optionalArray(batch, key));
        for (let i = 0; i < batch.count; i++) {
          line.place(batch.x[i], batch.y[i], Infinity);
          for (const [k, column] of columns.entries()) column[i] = line[keys[k]];
        }
      };
    },
  };
}
