import type { OutputSet, OutputSetOptions, WithFiles } from '../base/files/files.js';
import type { BlockCoders } from '../io/records/blocks.js';
import { ownAmong } from '../products/frames/older-frames.js';
import { PRODUCTS, type ProductReport } from '../products/index.js';
import type { MadePiece } from '../products/made-piece.js';
import type { PointHeaders, ProductRun, ProductSink } from '../products/product.js';
import type { Survey } from '../survey/survey.js';
import type { BoxedScene } from './frames/frame-outputs.js';
import type { InstrumentScan } from './instrument-scan.js';

/** Options for the files of a run. */
interface OutputOptions extends WithFiles, OutputSetOptions {
  /** Threads that pack points in blocks. */
  coders: BlockCoders;
}

/** The files of all products of a survey. They appear together. */
export class SurveyOutputs {
  private readonly set: OutputSet;
  private readonly sinks: ProductSink[] = [];

  private constructor(set: OutputSet) {
    this.set = set;
  }

  /** Begins all files, and finds those of an older run. Throws UserError if one cannot be written. */
  static async create(
    survey: Survey,
    scans: readonly InstrumentScan[],
    { scene, boxes }: BoxedScene,
    headers: PointHeaders,
    { files, coders, ...options }: OutputOptions,
  ): Promise<SurveyOutputs> {
    const set = files.openSet(options);
    const outputs = new SurveyOutputs(set);
    const openFrames: ProductRun['openFrames'] = async (frames) => {
      const { openFrames: open } = await import('./frames/frame-outputs.js');
      return open({ ...survey, frames }, scans, { scene, boxes }, headers, { files: set, coders });
    };
    try {
      for (const product of PRODUCTS) {
        const sink = await product.open?.(survey, { scene, files: set, coders, headers, openFrames });
        if (sink) outputs.sinks.push(sink);
      }
      const older = await Promise.all(PRODUCTS.map((product) => product.olderFiles?.(survey, files) ?? []));
      for (const path of await ownAmong(files, [...new Set(older.flat())])) await set.remove(path);
    } catch (error) {
      await outputs.abort();
      throw error;
    }
    return outputs;
  }

  /** Adds the next piece of a leg. */
  async write(piece: MadePiece): Promise<void> {
    for (const sink of this.sinks) await sink.write?.(piece);
  }

  /** Completes all files, and then gives them their names. */
  async finish(): Promise<ProductReport> {
    const report = {};
    for (const sink of this.sinks) Object.assign(report, await sink.finish());
    await this.set.commit();
    return report as ProductReport;
  }

  /** Removes all files: an interrupted run leaves none. */
  async abort(): Promise<void> {
    await Promise.all(this.sinks.map((sink) => sink.abort()));
    await this.set.abort();
  }
}
