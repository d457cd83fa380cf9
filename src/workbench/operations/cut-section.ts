import type { IntensityTone } from '../../cloud/display/intensity-tone.js';
import type { SectionPlace } from '../../cloud/section.js';
import { cloudTone } from '../../io/opened/cloud-tone.js';
import { sectionCsv, sectionPoints, type ValuedSection } from '../../io/opened/section-points.js';
import type { CloudId } from '../clouds.js';
import type { Operation } from '../operation.js';

export interface SectionAsk {
  cloud: CloudId;
  place: SectionPlace;
}

export interface CutSectionAsk extends SectionAsk {
  /** Names of attributes whose values are wanted. */
  attributes?: string[];
}

export interface CutSectionAnswer extends ValuedSection {
  /** The tone in which the cloud's intensities are drawn, where they were asked for. */
  tone?: IntensityTone;
}

/** The points of a cloud between two vertical planes: see sectionPoints. Throws UserError, AbortedError. */
export const cutSection: Operation<CutSectionAsk, CutSectionAnswer> = async (
  bench,
  { cloud: id, place, attributes = [] },
  { signal },
) => {
  const cloud = await bench.clouds.open(id);
  const section = await sectionPoints(cloud, { ...place, attributes, signal });
  return { ...section, ...(attributes.includes('intensity') && { tone: await cloudTone(cloud) }) };
};

/** Writes a section as CSV, part by part: see sectionCsv. Throws UserError, AbortedError. */
export const writeSectionCsv: Operation<SectionAsk, { points: number }, { kind: 'text'; text: string }> = async (
  bench,
  { cloud: id, place },
  { signal, emit },
) => {
  const cloud = await bench.clouds.open(id);
  const section = await sectionPoints(cloud, { ...place, signal });
  for await (const text of sectionCsv(cloud, section, { signal })) await emit({ kind: 'text', text });
  return { points: section.count };
};
