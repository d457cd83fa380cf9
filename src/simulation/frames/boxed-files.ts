import type { CreatesFiles } from '../../base/files/files.js';
import { writeWhole } from '../../base/files/text-file.js';
import { BOXES_ENDING, besideCloud } from '../../products/beside.js';
import { anyMoves } from '../../scene/boxes/timed-object.js';
import { type BoxedObjects, boxesInFrame, boxesText } from './frame-boxes.js';
import type { FrameStore } from './frame-store.js';
import { takeSights } from './seen-points.js';
import { noSights } from './sights.js';

/** Frames as files, each with the boxes of its objects beside it: `000000.boxes.json` for `000000.pcd`. */
export function boxedFiles(store: FrameStore, objects: BoxedObjects, { files }: CreatesFiles): FrameStore {
  const isTimed = anyMoves(objects.boxes);
  return {
    async open(begun, header) {
      const sink = await store.open(begun, header);
      const sights = noSights(objects.boxes.size, isTimed);
      return {
        write: async (points) => {
          const alone = takeSights(points, sights);
          if (alone.count > 0) await sink.write(alone);
        },
        finish: async () => {
          const written = await sink.finish();
          const bytes = new TextEncoder().encode(boxesText(begun, boxesInFrame(objects, begun, sights), isTimed));
          await writeWhole(files, besideCloud(written.path, BOXES_ENDING), bytes);
          return { ...written, bytes: written.bytes + bytes.length };
        },
        abort: () => sink.abort(),
      };
    },
  };
}
