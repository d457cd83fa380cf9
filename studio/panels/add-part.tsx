import { useSignal } from '@preact/signals';
import { addPart, type Generated } from '../document/edits/index.js';
import type { Studio } from '../state/studio.js';
import { Dialog } from '../ui/dialog.js';
import { NumberField, SelectField } from '../ui/field.js';
import { FileChoice } from './file-choice.js';

const KINDS: readonly { value: Generated['kind']; name: string }[] = [
  { value: 'street', name: 'Street' },
  { value: 'district', name: 'District' },
  { value: 'forest', name: 'Forest' },
  { value: 'room', name: 'Room' },
  { value: 'terrain', name: 'Terrain' },
];

/** Adds files, or something made from a seed, to the scene. */
export function AddPart({ studio, onClose }: { studio: Studio; onClose(): void }) {
  return (
    <Dialog title="Add to the scene" onClose={onClose}>
      <div class="add-part">
        <section aria-label="Files">
          <h3>Files</h3>
          <p class="quiet">
            OBJ with MTL, glTF, GLB, PLY, STL, with their pictures; LAS and LAZ to look at beside the runs. Or drop them
            on the page.
          </p>
          <FileChoice studio={studio} label="Choose files" onDone={onClose} />
          <FileChoice studio={studio} label="Choose a folder" isFolder onDone={onClose} />
        </section>
        <GenerateForm studio={studio} onDone={onClose} />
      </div>
    </Dialog>
  );
}

function GenerateForm({ studio, onDone }: { studio: Studio; onDone(): void }) {
  const kind = useSignal<Generated['kind']>('street');
  const seed = useSignal(1);
  const triangles = useSignal(200_000);
  const faults = useSignal<Readonly<Record<string, string | undefined>>>({});
  const note = (field: string) => (fault: string | undefined) => {
    faults.value = { ...faults.value, [field]: fault };
  };
  return (
    <section aria-label="Made from a seed">
      <h3>Made from a seed</h3>
      <SelectField
        label="Kind"
        value={kind.value}
        choices={KINDS}
        onChange={(value) => {
          kind.value = value as Generated['kind'];
        }}
      />
      <NumberField
        label="Seed"
        value={seed.value}
        min={0}
        isWhole
        onFault={note('seed')}
        onChange={(value = 1) => {
          seed.value = value;
        }}
      />
      <NumberField
        label="Triangles"
        value={triangles.value}
        min={1000}
        max={20_000_000}
        step={50_000}
        isWhole
        onFault={note('triangles')}
        onChange={(value = 200_000) => {
          triangles.value = value;
        }}
      />
      <button
        type="button"
        class="run"
        disabled={Object.values(faults.value).some((fault) => fault !== undefined)}
        onClick={() => {
          const generate = { kind: kind.value, seed: seed.value, triangles: triangles.value };
          studio.edit((text) => addPart(text, { generate }));
          onDone();
        }}
      >
        Add
      </button>
    </section>
  );
}
