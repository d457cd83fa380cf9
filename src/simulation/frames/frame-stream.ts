import type { CreatesFiles, OutputFile } from '../../base/files/files.js';
import { STANDARD_OUTPUT } from '../../base/files/standard-output.js';
import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import { attributesOf } from '../../cloud/point-fields.js';
import { paddingBehind, placeStreamColumns, recordHead } from '../../io/frame-stream/frame-records.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { CloudHeader, PointSink, WrittenFile } from '../../io/records/point-sink.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { labelsJson } from '../../scene/labels/labels.js';
import type { Scene } from '../../scene/scene.js';
import { SOFTWARE } from '../../version.js';
import type { FrameStore } from './frame-store.js';
import type { BegunFrame } from './leg-frames.js';

/** The first record: a survey and its scene. */
interface StreamedSurvey {
  name: string;
  scanners: readonly string[];
  scene: Scene;
}

/** The frames of all scanners on standard output, each as soon as it is complete, at the pace of their reader. */
export class FrameStream {
  private readonly output: FrameOutput;
  private readonly files: CreatesFiles['files'];
  private readonly survey: StreamedSurvey;
  private file: Promise<OutputFile> | undefined;
  private frames = 0;
  /** Records must not mix. */
  private last: Promise<void> = Promise.resolve();

  constructor(survey: StreamedSurvey, output: FrameOutput, files: CreatesFiles['files']) {
    this.survey = survey;
    this.output = output;
    this.files = files;
  }

  /** The store of the frames of the scanner called `scanner`. */
  storeOf(scanner: string): FrameStore {
    return { open: async (begun, header) => this.sinkOf(scanner, begun, header) };
  }

  /** Writes the last record. */
  async finish(): Promise<void> {
    await this.append(() => [recordHead({ kind: 'end', frames: this.frames })]);
    await (await this.begun()).commit();
  }

  async abort(): Promise<void> {
    await this.last.catch(() => {});
    await this.file?.then((file) => file.abort()).catch(() => {});
  }

  /** Takes the columns of a frame, and writes its record when it has all of them. */
  private sinkOf(scanner: string, begun: BegunFrame, header: CloudHeader): PointSink<CodedPoints> {
    const parts: CodedPoints[] = [];
    return {
      write: async (part) => void parts.push(part),
      finish: () => this.writeFrame(scanner, begun, header, parts),
      abort: async () => {},
    };
  }

  private async writeFrame(
    scanner: string,
    { frame, leg, stamp, startTime, endTime, pose, grid }: BegunFrame,
    header: CloudHeader,
    parts: readonly CodedPoints[],
  ): Promise<WrittenFile> {
    const { coordinates, axes = 'rfu' } = this.output;
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const columns = attributesOf(header, this.output).map(({ name, type }) => ({
      ...{ name, type, bytes: ELEMENT_BYTES[type] },
    }));
    const { offsets, bytes } = placeStreamColumns(columns, count);
    const head = recordHead(
      {
        ...{ kind: 'frame', frame, scanner, leg, stamp: String(stamp), startTime, endTime, coordinates, axes },
        pose: { position: pose.position, orientation: pose.orientation },
        ...{ count, ...(grid && { grid }) },
        fields: columns.map(({ name, type }, k) => ({ name, type, offset: offsets[k] })),
      },
      bytes,
    );
    this.frames++;
    await this.append(function* () {
      yield head;
      for (const [k, column] of columns.entries()) {
        for (const part of parts) yield part.bytes[k];
        yield paddingBehind(column.bytes * count);
      }
    });
    return { path: (await this.begun()).path, points: count, bytes: head.length + bytes };
  }

  /** Appends the pieces of a record behind those before it; all later calls throw the error of a failed one. */
  private append(pieces: () => Iterable<Uint8Array>): Promise<void> {
    this.last = this.last.then(async () => {
      const file = await this.begun();
      for (const piece of pieces()) if (piece.length > 0) await file.append(piece);
    });
    // The next call reports the failure; an unhandled one would end the process.
    this.last.catch(() => {});
    return this.last;
  }

  private begun(): Promise<OutputFile> {
    this.file ??= this.begin();
    return this.file;
  }

  private async begin(): Promise<OutputFile> {
    const { name, scanners, scene } = this.survey;
    const file = await this.files.create(STANDARD_OUTPUT, { appendOnly: true });
    const labels: unknown = JSON.parse(labelsJson(scene.names));
    await file.append(recordHead({ kind: 'start', version: 1, software: SOFTWARE, survey: name, scanners, labels }));
    return file;
  }
}
