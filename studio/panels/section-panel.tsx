import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { PlotPlace } from '../plot/plot-frame.js';
import { sectionColors } from '../state/measures/section-colors.js';
import type { Studio } from '../state/studio.js';
import { formatMetres } from '../ui/format.js';
import { saveBlob } from '../ui/save-blob.js';
import { SectionForm } from './section-form.js';
import { SectionPlot } from './section-plot.js';

const EXAGGERATIONS = [1, 2, 5, 10];

/** A section through a cloud: its numbers, its plot, and what is measured in it. */
export function SectionPanel({ studio }: { studio: Studio }) {
  const { section } = studio;
  return (
    <div class="section-panel">
      <SectionForm studio={studio} />
      {section.cut.value ? <Plotted studio={studio} /> : <p class="section-empty quiet">{whyEmpty(studio)}</p>}
    </div>
  );
}

function whyEmpty({ section }: Studio): string {
  if (section.fault.value !== undefined) return section.fault.value;
  if (!section.cloud.value) return 'Run the survey, or drop a LAS or LAZ file: a section is cut through a cloud.';
  if (section.isCutting.value) return 'cutting …';
  return 'Take the Section tool (X) and click where it begins and where it ends; or type its numbers.';
}

const NOTHING = new Int32Array(0);

function Plotted({ studio }: { studio: Studio }) {
  const { section, clouds } = studio;
  const { ends, exaggeration } = section;
  const colors = useComputed(() => {
    const cut = section.cut.value;
    const cloud = cut && clouds.find(cut.cloud);
    return cloud ? sectionColors(studio, cloud, cut) : NOTHING;
  });
  const fits = useSignal(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cut = section.cut.value;
  if (!cut) return null;
  const { along, height, count, length } = cut.points;
  const plot = { along, height, colors: colors.value, ends: ends.value, pointSize: studio.look.pointSize.value };
  return (
    <div class="section-plot">
      <div class="plot-bar">
        <span role="status" class="plot-count">
          {count.toLocaleString('en')} points · {formatMetres(length)} long
        </span>
        <label title="How many times heights are drawn as large as lengths">
          Heights{' '}
          <select
            value={exaggeration.value}
            onChange={({ currentTarget }) => {
              exaggeration.value = Number(currentTarget.value);
            }}
          >
            {EXAGGERATIONS.map((times) => (
              <option key={times} value={times}>
                {times} ×
              </option>
            ))}
          </select>
        </label>
      </div>
      <SectionPlot
        plot={plot}
        exaggeration={exaggeration.value}
        fits={fits.value}
        canvas={canvas}
        onEnds={(places) => {
          ends.value = places;
        }}
      />
      <div class="plot-side">
        <button
          type="button"
          title="See all of the section (0)"
          onClick={() => {
            fits.value++;
          }}
        >
          All
        </button>
        <SaveButtons studio={studio} canvas={canvas} />
      </div>
      <output class="plot-measured" aria-label="Measured in the plot">
        {measuredText(ends.value)}
      </output>
    </div>
  );
}

function SaveButtons({ studio, canvas }: { studio: Studio; canvas: { current: HTMLCanvasElement | null } }) {
  const { section } = studio;
  const name = `${section.cloud.value?.name ?? 'cloud'} section`.replaceAll(/[^\w.-]+/g, '-');
  const saveCsv = () =>
    sectionCsv(studio).then(
      (blob) => saveBlob(blob, `${name}.csv`),
      (error) => studio.messages.fail(error),
    );
  const savePicture = () => canvas.current?.toBlob((blob) => blob && saveBlob(blob, `${name}.png`));
  return (
    <>
      <button type="button" aria-label="Save CSV" onClick={() => void saveCsv()}>
        CSV
      </button>
      <button type="button" aria-label="Save PNG" onClick={savePicture}>
        PNG
      </button>
    </>
  );
}

function measuredText([from, to]: readonly PlotPlace[]): string {
  if (!from) return '';
  if (!to) return `from ${formatMetres(from.x)} along, ${formatMetres(from.y)} high`;
  const [x, y] = [Math.abs(to.x - from.x), to.y - from.y];
  return `${formatMetres(Math.hypot(x, y))} · along ${formatMetres(x)} · height ${formatMetres(y)}`;
}

/** All points of the section with all of their attributes, as CSV. */
async function sectionCsv({ backend, section }: Studio): Promise<Blob> {
  const [cloud, place] = [section.cloud.value, section.place.value];
  const parts: string[] = [];
  if (cloud && place)
    await backend.ask('sectionCsv', { cloud: cloud.cloud, place }, { onEvent: ({ text }) => void parts.push(text) });
  return new Blob(parts, { type: 'text/csv' });
}
