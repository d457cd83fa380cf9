import type { SectionPlace } from 'subray/browser';
import { SECTION_WIDTH, type Section } from '../state/measures/section.js';
import type { Studio } from '../state/studio.js';
import { NumberField, SelectField } from '../ui/field.js';

/** The cloud of a section, and where it is, by numbers. */
export function SectionForm({ studio: { section } }: { studio: Studio }) {
  const { value: place } = section.place;
  const { value: cloud } = section.cloud;
  const put = (changes: Partial<SectionPlace>) => {
    if (!section.place.value) putThroughMiddle(section);
    const { value } = section.place;
    if (value) section.put({ ...value, ...changes });
  };
  return (
    <section class="section-form" aria-label="Place of the section">
      <SelectField
        label="Cloud"
        value={cloud?.id ?? ''}
        choices={section.choices.value.map(({ id, name }) => ({ value: id, name }))}
        onChange={(id) => {
          section.chosen.value = id;
        }}
      />
      <EndFields name="From" at={place?.from} onChange={(from) => put({ from })} />
      <EndFields name="To" at={place?.to} onChange={(to) => put({ to })} />
      <Metres label="Width" value={place?.width} above={0} onChange={(width) => put({ width: width ?? 1 })} />
      <Metres label="Lowest" value={place?.zMin} placeholder="all" onChange={(zMin) => put({ zMin })} />
      <Metres label="Highest" value={place?.zMax} placeholder="all" onChange={(zMax) => put({ zMax })} />
      <div class="section-buttons">
        <button type="button" disabled={!cloud} onClick={() => putThroughMiddle(section)}>
          Through the middle
        </button>
        <button type="button" disabled={!place} onClick={() => section.remove()}>
          Remove
        </button>
      </div>
    </section>
  );
}

type End = readonly [number, number];

function EndFields({ name, at, onChange }: { name: string; at: End | undefined; onChange(at: End): void }) {
  const [x, y] = at ?? [undefined, undefined];
  return (
    <>
      <Metres label={`${name} x`} value={x} onChange={(value = 0) => onChange([value, y ?? 0])} />
      <Metres label={`${name} y`} value={y} onChange={(value = 0) => onChange([x ?? 0, value])} />
    </>
  );
}

/** Properties of `Metres`. */
interface MetresProps {
  label: string;
  value: number | undefined;
  placeholder?: string;
  above?: number;
  onChange(value: number | undefined): void;
}

const Metres = (props: MetresProps) => <NumberField {...props} unit="m" step={0.5} />;

/** Makes a section along the longer side of the cloud through the middle of its box. */
function putThroughMiddle(section: Section): void {
  const cloud = section.cloud.value;
  if (!cloud) return;
  const { min, max } = cloud.tally;
  const [x, y] = [0, 1].map((axis) => (min[axis] + max[axis]) / 2);
  const isWide = max[0] - min[0] >= max[1] - min[1];
  section.put({
    width: SECTION_WIDTH,
    from: isWide ? [min[0], y] : [x, min[1]],
    to: isWide ? [max[0], y] : [x, max[1]],
  });
}
