/** The part of the API that reads, writes, converts and checks clouds, for pages: `files` are those of the page. */
export { AbortedError, InvariantError, UserError } from './base/errors.js';
export type { FileInfo, Files, InputFile, OutputFile } from './base/files/files.js';
export { createWebFiles, type WebFiles, type WebFilesOptions, type WebSource } from './base/files/web-files.js';
export type { Log, OnProgress, Progress } from './base/log.js';
export { type DisplayOrder, displayOrder } from './cloud/display/display-order.js';
export { INTENSITY_TONES, type IntensityTone } from './cloud/display/intensity-tone.js';
export { type DisplayedPoints, type PackOptions, PointPacker, packPoints } from './cloud/display/pack-points.js';
export { PACKED_WORDS, type PackedPoints, type UnpackedPoint, unpackPoint } from './cloud/display/packed-points.js';
export { NO_VALUE, type ValueScale } from './cloud/display/value-scale.js';
export { createPointBatch, type PointBatch } from './cloud/point-batch.js';
export type { SectionPlace, SectionPoints } from './cloud/section.js';
export { type CheckLasOptions, checkLas, type LasCheck } from './io/check/check-las.js';
export type { LasFault } from './io/check/rule.js';
export { CLOUD_KINDS, type CloudKind } from './io/cloud-kinds.js';
export { convertCloud } from './io/convert/convert-cloud.js';
export type { CloudConversion, ConvertCloudOptions } from './io/convert/convert-options.js';
export type { LeftOut, Thinning } from './io/convert/point-choice.js';
export { type CloudPoints, type WriteCloudOptions, writeCloud } from './io/convert/write-cloud.js';
export type { Category } from './io/opened/category.js';
export type { PointChunk } from './io/opened/chunk-numbers.js';
export type { CloudAttribute } from './io/opened/cloud-attribute.js';
export { type CloudLegend, cloudLegend } from './io/opened/cloud-legend.js';
export { cloudTone } from './io/opened/cloud-tone.js';
export {
  type ComparedPoints,
  type CompareOptions,
  comparePoints,
  type DistanceColumn,
} from './io/opened/compare-points.js';
export { type OpenCloudOptions, openCloud } from './io/opened/open-cloud.js';
export type { CloudInfo, CloudNames, OpenedCloud, ReadCloudOptions } from './io/opened/opened-cloud.js';
export { type PackCloudOptions, packCloud } from './io/opened/pack-cloud.js';
export type { PointRecord, PointValue } from './io/opened/read-fields.js';
export { type SectionOptions, sectionCsv, sectionPoints, type ValuedSection } from './io/opened/section-points.js';
export {
  type CategoryColumn,
  type NumberColumn,
  type ValueColumn,
  type ValueColumnOptions,
  valueColumn,
} from './io/opened/value-column.js';
export type { WrittenFile } from './io/records/point-sink.js';
