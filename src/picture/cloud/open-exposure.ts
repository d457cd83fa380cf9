import type { Crew, Exposure } from '../crew/crew.js';
import { createRaster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';
import { cameraFor, type PictureView, type Subject } from './framing.js';
import type { CloudOverview } from './overview.js';
import type { SplatGround } from './prepare-splats.js';
import type { CameraPose } from './projection.js';
import { countPyramid } from './spacing.js';
import { createDepthImage } from './splat.js';
import { OVERSAMPLING } from './splat-share.js';

/** A view of a cloud: its size and margins in pixels of the picture. */
export interface WantedView {
  view: PictureView;
  width: number;
  height: number;
  margins: readonly [number, number];
  theme: Theme;
  /** Camera of the perspective view; absent: one that shows the whole cloud. */
  camera?: CameraPose;
}

/** An empty image of a camera, and the picture that will be made from it. `allocate` makes their memory. */
export function openExposure(subject: Subject, wanted: WantedView, allocate: Crew['allocate']): Exposure {
  const [width, height] = [wanted.width * OVERSAMPLING, wanted.height * OVERSAMPLING];
  const [across, along] = wanted.margins.map((pixels) => pixels * OVERSAMPLING);
  return {
    camera: cameraFor(wanted.view, subject, width, height, [across, along], wanted.camera),
    image: createDepthImage(width, height, allocate),
    view: createRaster(wanted.width, wanted.height, wanted.theme.panelTop, allocate),
  };
}

/** The parts of an overview that determine the size of points, and the sides from which they are visible. */
export const groundOf = ({ grid, facing }: CloudOverview, allocate: Crew['allocate']): SplatGround => ({
  density: countPyramid(grid, (length) => new Uint32Array(allocate(4 * length))),
  facing: facing && { box: facing.box, oneSided: facing.oneSided },
});
