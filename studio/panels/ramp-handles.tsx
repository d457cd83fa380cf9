import { type LegendRamp, spanText } from '../state/look/legend-ramp.js';
import { type ColorMode, type Look, WHOLE_RAMP } from '../state/look/look.js';
import { formatAbout } from '../ui/format.js';

interface SpanProps {
  look: Look;
  mode: ColorMode;
  ramp: LegendRamp;
}

const [FIRST, LAST] = WHOLE_RAMP;

/** A ramp with a handle at either end of what is shown of it. */
export function RampHandles({ look, mode, ramp }: SpanProps) {
  const [first, last] = look.spanOf(mode);
  const handle = (name: string, value: number, spanAt: (value: number) => readonly [number, number]) => (
    <input
      type="range"
      class={name === 'Shown from' && first > LAST / 2 ? 'above' : ''}
      aria-label={name}
      aria-valuetext={ramp.textAt(value / LAST)}
      min={FIRST}
      max={LAST}
      value={value}
      onInput={({ currentTarget }) => {
        const span = spanAt(Number(currentTarget.value));
        look.setSpan(mode, span);
        // One that meets the other stays there.
        currentTarget.value = String(span[name === 'Shown from' ? 0 : 1]);
      }}
    />
  );
  return (
    <div class="ramp-span">
      <div class={`ramp-bar ramp-${ramp.kind}`} />
      <svg class="ramp-hidden" viewBox="0 0 255 1" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 0H${first}V1H0zM${last} 0H255V1H${last}z`} />
      </svg>
      {handle('Shown from', first, (value) => [Math.min(value, last), last])}
      {handle('Shown to', last, (value) => [first, Math.max(value, first)])}
    </div>
  );
}

/** The shown part of a ramp, if it is not all, and a button that shows all of it. */
export function ShownSpan({ look, mode, ramp }: SpanProps) {
  if (!look.isSpanned(mode)) return null;
  const [first, last] = look.spanOf(mode);
  const all = ramp.bars.reduce((sum, bar) => sum + bar, 0);
  return (
    <p class="legend-shown">
      <span>
        {spanText(look, mode, ramp)}
        {all > 0 && `, about ${formatAbout(pointsIn(ramp.bars, first / LAST, last / LAST))} points`}
      </span>
      <button type="button" class="link" onClick={() => look.setSpan(mode, WHOLE_RAMP)}>
        Show all
      </button>
    </p>
  );
}

/** Points between two shares of a ramp, by its bars. */
function pointsIn(bars: readonly number[], from: number, to: number): number {
  const share = (bar: number) => Math.max(0, Math.min(bar + 1, to * bars.length) - Math.max(bar, from * bars.length));
  return bars.reduce((sum, count, bar) => sum + count * share(bar), 0);
}
