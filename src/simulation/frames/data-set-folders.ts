import type { CreatesFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { writeWhole } from '../../base/files/text-file.js';
import { quotePath } from '../../base/yaml/faults.js';
import { NOISE_CLASS } from '../../cloud/noise.js';
import type { ClassLookup } from '../../io/data-sets/class-lookup.js';
import {
  type DataClass,
  type DataFile,
  type DataSetLayout,
  frameDigits,
  type LabelledFrame,
  textFile,
  type WrittenFrame,
} from '../../io/data-sets/data-set.js';
import { dataSetLayout } from '../../io/data-sets/data-sets.js';
import { movesNow } from '../../io/data-sets/moves-now.js';
import { type ObjectNumbers, objectNumbers } from '../../io/data-sets/object-numbers.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { PointSink, WrittenFile } from '../../io/records/point-sink.js';
import { classesInDataSet } from '../../products/frames/frame-classes.js';
import type { BoxMoment, DataSetFrames } from '../../products/frames/frame-output.js';
import { posesPath } from '../../products/frames/frame-paths.js';
import { anyMoves, type TimedObject } from '../../scene/boxes/timed-object.js';
import type { Scene } from '../../scene/scene.js';
import { type BoxedObjects, boxesInFrame, boxesText, type NamedBox } from './frame-boxes.js';
import { labelledColumns } from './frame-form.js';
import type { FrameStore } from './frame-store.js';
import type { BegunFrame } from './leg-frames.js';
import { takeSights } from './seen-points.js';
import { noSights, type Sights } from './sights.js';

/** Pieces of a frame's points, and its sights. */
interface FrameContent {
  parts: readonly CodedPoints[];
  sights: Sights;
}

/** A folder of a data set, and the frames written to it. */
interface SequenceFolder {
  path: string;
  /** Number of its scanners whose frames are not complete. */
  scanners: number;
  written: WrittenFrame[];
}

/** A frame, and the name of its sensor among those that share a folder. */
interface BegunSequenceFrame extends BegunFrame {
  channel?: string;
}

/** The folders of a data set, one for each scanner or for all, with the boxes of the objects of its scene. */
export class DataSetFolders {
  private readonly dataSet: DataSetFrames;
  private readonly layout: DataSetLayout;
  private readonly files: CreatesFiles['files'];
  private readonly lookup: ClassLookup;
  private readonly at: BoxMoment;
  private readonly boxes: ReadonlyMap<number, TimedObject>;
  /** Whether objects move, so that boxes have their moments. */
  private readonly isTimed: boolean;
  private readonly names: readonly string[];
  /** Objects on which somebody rides. */
  private readonly ridden: ReadonlySet<number>;
  /** Numbers of the objects in the data set. */
  private readonly objects: ObjectNumbers;
  private readonly folders = new Map<string, SequenceFolder>();

  /** Throws UserError for more objects than files of the data set can number. */
  constructor(
    dataSet: DataSetFrames,
    scene: Scene,
    { boxes, at }: Pick<BoxedObjects, 'boxes' | 'at'>,
    files: CreatesFiles['files'],
  ) {
    this.dataSet = dataSet;
    this.layout = dataSetLayout(dataSet.name);
    this.files = files;
    this.lookup = classesInDataSet(dataSet, scene);
    this.names = scene.names.instances;
    this.ridden = riddenIn(scene);
    this.objects = objectNumbers(this.lookup.objects.keys(), dataSet.name);
    this.boxes = boxes;
    this.at = at;
    this.isTimed = anyMoves(boxes);
  }

  /** The store of the frames of the scanner called `name`. */
  storeOf(name: string): FrameStore {
    const folder = this.folderOf(posesPath(this.dataSet.folder, name));
    const channel = this.dataSet.channels?.[name];
    folder.scanners++;
    return {
      open: async (frame) => this.sinkOf({ ...frame, channel }, folder),
      finish: async () => (--folder.scanners === 0 ? this.finish(folder) : []),
    };
  }

  private folderOf(path: string): SequenceFolder {
    const folder = this.folders.get(path) ?? { path, scanners: 0, written: [] };
    this.folders.set(path, folder);
    return folder;
  }

  /** Writes the files of all frames of a folder; returns what programs do not take of these. */
  private async finish({ path, written }: SequenceFolder): Promise<string[]> {
    await this.write(path, this.layout.sequenceFiles(written, this.classes));
    return (this.layout.doubts?.(written) ?? []).map((doubt) => `frames in ${quotePath(path)}: ${doubt}`);
  }

  /** The classes of the layout and, if they differ, of the survey. */
  private get classes(): DataClass[] {
    return [...new Set([...this.layout.classes, ...Object.values(this.dataSet.classes)])];
  }

  /** Takes the points of a frame, and writes its files when it has all of them. */
  private sinkOf(frame: BegunSequenceFrame, { path, written }: SequenceFolder): PointSink<CodedPoints> {
    const parts: CodedPoints[] = [];
    const sights = noSights(this.boxes.size, this.isTimed);
    return {
      write: async (points) => {
        const alone = takeSights(points, sights);
        if (alone.count > 0) parts.push({ count: alone.count, bytes: alone.bytes.map((stretch) => stretch.slice()) });
      },
      finish: async () => {
        const labelled = this.labelled(frame, { parts, sights });
        written.push({ ...frame, ...this.moves, boxes: labelled.frame.boxes });
        return this.writeFrame(labelled, path);
      },
      abort: async () => {},
    };
  }

  /** A frame in the terms of the data set, and the file with all of its boxes. */
  private labelled(
    begun: BegunSequenceFrame,
    { parts, sights }: FrameContent,
  ): { frame: LabelledFrame; boxes: DataFile } {
    const columns = labelledColumns(parts);
    const { at, boxes, lookup, names, objects, ridden } = this;
    const renumbered = objects.tooGreat === undefined ? undefined : objects.numbers;
    const inFrame = boxesInFrame({ at, boxes, classes: lookup.objects, names, renumbered, ridden }, begun, sights);
    const frame: LabelledFrame = {
      ...columns,
      frame: begun.frame,
      channel: begun.channel,
      pose: begun.pose,
      boxes: inFrame.filter(({ points }) => points > 0),
      ...this.moves,
      ...this.labelsOf(columns, movingIn(inFrame)),
    };
    return { frame, boxes: textFile(boxesPath(begun), boxesText(begun, inFrame, this.isTimed)) };
  }

  private async writeFrame(
    { frame, boxes }: { frame: LabelledFrame; boxes: DataFile },
    folder: string,
  ): Promise<WrittenFile> {
    const bytes = await this.write(folder, [...this.layout.frameFiles(frame), boxes]);
    return { path: joinPath(folder, this.layout.points), points: frame.count, bytes };
  }

  private get moves(): { moves?: true } {
    return this.isTimed ? { moves: true } : {};
  }

  /** Classes and objects of points; `moving`: the objects that move in the frame. */
  private labelsOf(
    { count, semantic, classification, instance }: ReturnType<typeof labelledColumns>,
    moving: ReadonlySet<number>,
  ) {
    const { numbers } = this.objects;
    const classes = new Int32Array(count);
    const objects = new Uint32Array(count);
    for (let k = 0; k < count; k++) {
      const isOutlier = classification[k] === NOISE_CLASS && instance[k] === 0;
      const own = isOutlier ? this.lookup.outlier : this.lookup.classOf(semantic[k], instance[k]);
      classes[k] = (moving.has(instance[k]) ? own.moving : undefined) ?? own.id;
      objects[k] = numbers.get(instance[k]) ?? 0;
    }
    return { classes, objects };
  }

  /** Writes files below a folder; the sum of their bytes. */
  private async write(folder: string, files: readonly DataFile[]): Promise<number> {
    let sum = 0;
    for (const { path, bytes } of files) {
      await writeWhole(this.files, joinPath(folder, path), bytes);
      sum += bytes.length;
    }
    return sum;
  }
}

/** The objects that move at the moments of their boxes. */
const movingIn = (boxes: readonly NamedBox[]): Set<number> =>
  new Set(boxes.filter(({ world }) => movesNow(world)).map(({ instance }) => instance));

const RIDERS: ReadonlySet<string> = new Set(['rider', 'motorcyclist']);

/** The objects with a surface of somebody who rides on them. */
const riddenIn = ({ surfaces, names }: Scene): Set<number> =>
  new Set(surfaces.filter(({ semantic }) => RIDERS.has(names.semantics[semantic])).map(({ instance }) => instance));

/** The path of the boxes of a frame; scanners that share the folder have one each for these. */
const boxesPath = ({ frame, channel }: BegunSequenceFrame): string =>
  `${channel === undefined ? 'boxes' : `boxes/${channel}`}/${frameDigits(frame)}.json`;
