import { useRef } from 'preact/hooks';

/** Properties of `Splitter`. Shares are percents of the height of both parts together. */
export interface SplitterProps {
  label: string;
  /** Id of the part below, whose share it is. */
  controls: string;
  share: number;
  min: number;
  max: number;
  /** Called with a new share; undefined: the usual one. */
  onChange(share: number | undefined): void;
  /** Top and bottom of both parts on the page, CSS pixels. */
  span(): { top: number; bottom: number };
}

/** Percents that an arrow key moves it by, and Page Up and Page Down. */
const [STEP, PAGE] = [2, 10];

/** The bar between two parts, one above the other: dragged, or moved by arrow keys; a double click resets it. */
export function Splitter({ label, controls, share, min, max, onChange, span }: SplitterProps) {
  const isHeld = useRef(false);
  const change = (to: number) => onChange(Math.min(max, Math.max(min, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ...{ ArrowUp: share + STEP, ArrowDown: share - STEP, PageUp: share + PAGE, PageDown: share - PAGE },
      ...{ Home: min, End: max },
    };
    if (!(event.key in moves)) return;
    change(moves[event.key]);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule does not move.
    <div
      class="splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(share)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${Math.round(share)} %`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        isHeld.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientY }) => {
        const { top, bottom } = span();
        if (isHeld.current) change((100 * (bottom - clientY)) / (bottom - top));
      }}
      onPointerUp={() => {
        isHeld.current = false;
      }}
      onPointerCancel={() => {
        isHeld.current = false;
      }}
      onDblClick={() => onChange(undefined)}
    />
  );
}
