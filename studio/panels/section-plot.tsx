import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { areaOf, drawPlot, EDGES, type Pens, type Plot } from '../plot/draw-plot.js';
import { fitFrame, moveFrame, nearestPoint, type PlotFrame, type PlotPlace, zoomFrame } from '../plot/plot-frame.js';
import { pageTextScale } from '../ui/map-scale.js';
import { dark } from '../ui/theme.js';
import { useSize } from '../ui/use-size.js';

/** Pixels within which a click means a point. */
const SNAP = 10;
/** Pixels that the pointer may move between down and up for a click. */
const CLICK_MOVES = 4;
const ZOOM = 1.25;

/** Properties of `SectionPlot`. */
export interface SectionPlotProps {
  /** All but the frame and the cross, which belong to the plot. */
  plot: Omit<Plot, 'frame' | 'cross'>;
  exaggeration: number;
  /** Changes when all of the section is to be seen again. */
  fits: number;
  onEnds(ends: readonly PlotPlace[]): void;
  canvas: { current: HTMLCanvasElement | null };
}

/** The plot of a section: a wheel or + and − zoom, a drag moves, two clicks, or Enter at the cross, measure. */
export function SectionPlot({ plot, exaggeration, fits, onEnds, canvas }: SectionPlotProps) {
  // The canvas has the colours of the page.
  void dark.value;
  const frame = useSignal<PlotFrame | undefined>(undefined);
  const cross = useSignal<PlotPlace | undefined>(undefined);
  const seen = useSize(canvas);
  /** CSS pixels of the canvas for one of the plot, whose text is as large as that of the page. */
  const scale = useComputed(() => (seen.value.width > 0 ? pageTextScale() : 1));
  const size = useComputed(() => ({ width: seen.value.width / scale.value, height: seen.value.height / scale.value }));
  const { width, height } = size.value;
  const area = useComputed(() => areaOf(size.value));
  useEffect(() => {
    if (width > 0) frame.value = fitFrame(boxOf(plot), area.value, exaggeration);
    // Colours alone leave the frame as it is.
  }, [plot.along, exaggeration, fits, width, height]);
  useEffect(() => {
    if (!canvas.current || !frame.value || width === 0) return;
    const shown = { ...plot, pointSize: plot.pointSize / scale.value, frame: frame.value, cross: cross.value };
    const ratio = scale.value * Math.min(2, devicePixelRatio);
    drawPlot(canvas.current, { width, height }, ratio, shown, pensOf(canvas.current));
  });
  /** Place in the section of a place on the canvas (CSS pixels). */
  const placeAt = ({ clientX, clientY }: MouseEvent): PlotPlace => {
    const { left, bottom } = (canvas.current as HTMLCanvasElement).getBoundingClientRect();
    const { left: from, bottom: above, perPixelX, perPixelY } = frame.value as PlotFrame;
    return {
      x: from + ((clientX - left) / scale.value - EDGES.left) * perPixelX,
      y: above + ((bottom - clientY) / scale.value - EDGES.bottom) * perPixelY,
    };
  };
  const measure = (place: PlotPlace) => {
    if (!frame.value) return;
    const snapped = nearestPoint(plot, (point) => plot.colors[point] >= 0, frame.value, place, SNAP);
    const { ends } = plot;
    onEnds([...(ends.length === 1 ? ends : []), snapped ?? place]);
  };
  const pointer = usePlotPointer(frame, { scale, placeAt, onClick: measure });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!frame.value || !actOnKey(event, { frame: frame.value, area: area.value, cross, measure })) return;
    if (event.key === '0') frame.value = fitFrame(boxOf(plot), area.value, exaggeration);
    const factor = { '+': 1 / ZOOM, '=': 1 / ZOOM, '-': ZOOM }[event.key];
    if (factor) frame.value = zoomFrame(frame.value, cross.value ?? middleOf(frame.value, area.value), factor);
    if (event.key === 'Escape') onEnds([]);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot is worked with by keys, as its role says.
    <div class="plot" role="application" aria-label={LABEL} tabIndex={0} onKeyDown={onKeyDown}>
      <canvas ref={canvas} {...pointer} />
    </div>
  );
}

const LABEL =
  'Plot of the section. Arrow keys move a cross, Shift makes them fine, Enter measures from it and to it, ' +
  'plus and minus zoom, zero shows all.';

/** Arrows move the cross, Enter measures; whether the key is one of the plot. */
function actOnKey(
  { key, shiftKey }: KeyboardEvent,
  {
    frame,
    area,
    cross,
    measure,
  }: {
    frame: PlotFrame;
    area: ReturnType<typeof areaOf>;
    cross: Signal<PlotPlace | undefined>;
    measure(place: PlotPlace): void;
  },
): boolean {
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  const move = moves[key];
  const { x, y } = cross.value ?? middleOf(frame, area);
  if (move) {
    const pixels = shiftKey ? 1 : 10;
    cross.value = { x: x + move[0] * pixels * frame.perPixelX, y: y + move[1] * pixels * frame.perPixelY };
  } else if (key === 'Enter') measure({ x, y });
  return move !== undefined || ['Enter', '0', '+', '=', '-', 'Escape'].includes(key);
}

const middleOf = ({ left, bottom, perPixelX, perPixelY }: PlotFrame, { width, height }: ReturnType<typeof areaOf>) => ({
  x: left + (width * perPixelX) / 2,
  y: bottom + (height * perPixelY) / 2,
});

/** Drags move the frame, the wheel zooms it, and what moved nothing is a click. */
function usePlotPointer(
  frame: Signal<PlotFrame | undefined>,
  {
    scale,
    placeAt,
    onClick,
  }: { scale: ReadonlySignal<number>; placeAt(event: MouseEvent): PlotPlace; onClick(place: PlotPlace): void },
) {
  const down = useRef<{ x: number; y: number; frame: PlotFrame; moved: boolean } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !frame.value) return;
      down.current = { x: event.clientX, y: event.clientY, frame: frame.value, moved: false };
      (event.currentTarget as HTMLCanvasElement).setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current } = down;
      if (!current) return;
      const [right, up] = [clientX - current.x, current.y - clientY];
      current.moved ||= Math.hypot(right, up) > CLICK_MOVES;
      if (current.moved) frame.value = moveFrame(current.frame, right / scale.value, up / scale.value);
    },
    onPointerUp: (event: PointerEvent) => {
      if (down.current && !down.current.moved) onClick(placeAt(event));
      down.current = undefined;
    },
    onWheel: (event: WheelEvent) => {
      event.preventDefault();
      if (frame.value) frame.value = zoomFrame(frame.value, placeAt(event), event.deltaY > 0 ? ZOOM : 1 / ZOOM);
    },
  };
}

function boxOf({ along, height }: Pick<Plot, 'along' | 'height'>): { min: PlotPlace; max: PlotPlace } {
  const [min, max] = [
    { x: Infinity, y: Infinity },
    { x: -Infinity, y: -Infinity },
  ];
  for (let k = 0; k < along.length; k++) {
    min.x = Math.min(min.x, along[k]);
    max.x = Math.max(max.x, along[k]);
    min.y = Math.min(min.y, height[k]);
    max.y = Math.max(max.y, height[k]);
  }
  return along.length > 0 ? { min, max } : { min: { x: 0, y: 0 }, max: { x: 1, y: 1 } };
}

/** The colours of the page at a place of it. */
function pensOf(element: Element): Pens {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--${name}`);
  return { text: of('text'), quiet: of('quiet'), line: of('line'), panel: of('panel'), chosen: of('chosen') };
}
