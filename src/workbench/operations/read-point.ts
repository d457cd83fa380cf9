import type { CloudNames } from '../../io/opened/opened-cloud.js';
import type { PointRecord } from '../../io/opened/read-fields.js';
import { instrumentScansOf } from '../../simulation/instrument-scans.js';
import type { Survey } from '../../survey/survey.js';
import type { CloudId } from '../clouds.js';
import type { Operation } from '../operation.js';

export interface ReadPointAsk {
  cloud: CloudId;
  /** Number of the point in its cloud. */
  point: number;
  /** The survey that gave the cloud; absent: none did. */
  text?: string;
}

export interface ReadPointAnswer {
  record: PointRecord;
  names: CloudNames;
  /** The pulse that it is of, by the numbers of its scanner, its leg, and in it; absent: none of a survey. */
  pulse?: { scanner: number; leg: number; pulse: number };
}

/** The record of a point in a cloud, and its pulse. Throws UserError for a point that is not there. */
export const readPoint: Operation<ReadPointAsk, ReadPointAnswer> = async (bench, { cloud: id, point, text }) => {
  const cloud = await bench.clouds.open(id);
  const record = await cloud.record(point);
  const pulse = text === undefined ? undefined : pulseOf(record, await bench.survey(text));
  return { record, names: cloud.info.names, ...(pulse && { pulse }) };
};

/** Legs may share a point source id: of these it is the one that was under way. */
function pulseOf({ values }: PointRecord, survey: Survey): ReadPointAnswer['pulse'] {
  const numberOf = (name: string) => {
    const found = values.find((value) => value.name === name)?.value;
    return typeof found === 'number' ? found : undefined;
  };
  const [source, time, pulse] = ['point_source_id', 'gps_time', 'pulse'].map(numberOf);
  if (source === undefined || time === undefined || pulse === undefined) return undefined;
  const scanner = numberOf('scanner') ?? 0;
  const legs = instrumentScansOf(survey)[scanner]?.legs ?? [];
  const leg = legs.findLastIndex((known) => known.pointSourceId === source && known.startTime <= time);
  return leg < 0 ? undefined : { scanner, leg, pulse };
}
