import { type PictureView, type Subject, sideOf } from './framing.js';

/** Place of a view on the page, pixels. */
export interface PanelPlace {
  view: PictureView;
  title: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fraction of a sheet's height for the oblique view. */
const MAIN_PART = 0.6;
const GAP = 6;

/**
 * Places for one view, or for all of them: the oblique one above, the top and side views below it, as wide as they
 * need. `area` is the part of the page available for them. Without `isMap` the titles name axes, not points of
 * the compass.
 */
export function layOut(
  view: PictureView | 'all',
  subject: Subject,
  area: { x: number; y: number; width: number; height: number },
  isMap = true,
): PanelPlace[] {
  const titles: Record<PictureView, string> = {
    top: isMap ? 'top, north up' : 'top, x right, y up',
    side: `side, ${isMap ? sideOf(subject).name : sideOf(subject).axis}`,
    perspective: subject.overview.facing ? 'perspective, without backs of surfaces' : 'perspective',
  };
  if (view !== 'all') return [{ view, title: titles[view], ...area }];
  const { box } = subject;
  const mainHeight = Math.round(area.height * MAIN_PART);
  const lowerHeight = area.height - mainHeight - GAP;
  const wanted = (lowerHeight * (box.max[0] - box.min[0])) / (box.max[1] - box.min[1] || 1);
  const topWidth = Math.round(
    Math.min(0.55 * area.width, Math.max(0.3 * area.width, Number.isFinite(wanted) ? wanted : 0)),
  );
  const y = area.y + mainHeight + GAP;
  return [
    { view: 'perspective', title: titles.perspective, x: area.x, y: area.y, width: area.width, height: mainHeight },
    { view: 'top', title: titles.top, x: area.x, y, width: topWidth, height: lowerHeight },
    {
      view: 'side',
      title: titles.side,
      x: area.x + topWidth + GAP,
      y,
      width: area.width - topWidth - GAP,
      height: lowerHeight,
    },
  ];
}
