import type { SectionPlace, SectionPoints } from '../../cloud/section.js';
import { sectionCsv, sectionPoints } from '../../io/opened/section-points.js';
import type { CloudId } from '../clouds.js';
import type { Operation } from '../operation.js';

export interface SectionAsk {
  cloud: CloudId;
  place: SectionPlace;
}

/** The points of a cloud between two vertical planes: see sectionPoints. Throws UserError, AbortedError. */
export const cutSection: Operation<SectionAsk, SectionPoints> = async (bench, { cloud, place }, { signal }) =>
  sectionPoints(await bench.clouds.open(cloud), { ...place, signal });

/** A section as CSV, told part by part: see sectionCsv. Throws UserError, AbortedError. */
export const tellSectionCsv: Operation<SectionAsk, { points: number }, { kind: 'text'; text: string }> = async (
  bench,
  { cloud: id, place },
  { signal, emit },
) => {
  const cloud = await bench.clouds.open(id);
  const section = await sectionPoints(cloud, { ...place, signal });
  for await (const text of sectionCsv(cloud, section, { signal })) await emit({ kind: 'text', text });
  return { points: section.count };
};
