import type { SurveyPlan } from './survey-plan.js';

/** What a plan sets of the instruments of its survey. */
type PlannedSections = Pick<SurveyPlan, 'source' | 'sections'>;

/**
 * The sections of a survey that name its scanners, the planned one as the plan has it; others go along as they are.
 */
export function plannedSections({ source, sections }: PlannedSections): Record<string, unknown> {
  const { scanners, mount } = source.sections;
  const { platform, ...planned } = sections;
  const carrier = platform === undefined ? {} : { platform };
  if (!Array.isArray(scanners)) return { scanner: planned.scanner, ...carrier, ...withMount(planned.mount) };
  const index = source.planned ?? 0;
  const listed = scanners.map((entry, k) =>
    k === index ? { ...entry, scanner: planned.scanner, ...withMount(planned.mount) } : entry,
  );
  return { ...carrier, ...withMount(mount), scanners: listed };
}

const withMount = (mount: unknown): { mount?: unknown } => (mount === undefined ? {} : { mount });
