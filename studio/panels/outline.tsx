import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import {
  addStation,
  legName,
  legsOf,
  nameOfPart,
  removePart,
  scannerEntry,
  setPlatform,
} from '../document/edits/index.js';
import type { Path } from '../document/yaml-tree.js';
import { checkedLeg } from '../state/legs/chosen-leg.js';
import { chosenScanner, scannersOf, scannerTitle } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { FieldFaults } from '../ui/field-faults.js';
import { formatCount } from '../ui/format.js';
import { later } from '../ui/later.js';
import { inspect, showInspector } from './inspect.js';
import { addCloudOutput, OutputList } from './output-list.js';
import { PlatformField } from './platform-field.js';

const CloudList = later(async () => (await import('./cloud-list.js')).CloudList);
const AddPart = later(async () => (await import('./add-part.js')).AddPart);
const ScannerPicker = later(async () => (await import('./scanner-picker.js')).ScannerPicker);

/** The parts of the survey, and the clouds that it gave. */
export function Outline({ studio }: { studio: Studio }) {
  return (
    <nav class="outline" aria-label="Survey">
      <SceneParts studio={studio} />
      <ScannerPart studio={studio} />
      <Legs studio={studio} />
      <Section
        title="Output"
        action={
          <button type="button" class="icon" aria-label="Add an output" onClick={() => addCloudOutput(studio)}>
            +
          </button>
        }
      >
        <OutputList studio={studio} />
      </Section>
      <Section title="Clouds">
        {studio.clouds.all.value.length > 0 ? (
          <CloudList studio={studio} />
        ) : (
          <p class="row quiet">Run the survey, or drop a LAS or LAZ file.</p>
        )}
      </Section>
    </nav>
  );
}

function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function SceneParts({ studio }: { studio: Studio }) {
  const { document, faults, selection } = studio;
  const parts = document.survey.valueAt(['scene', 'parts']);
  const names = Array.isArray(parts) ? parts.map((_, index) => nameOfPart(document.survey, index)) : [];
  const triangles = studio.scene.value?.view.triangles;
  const isAdding = useSignal(false);
  return (
    <Section
      title="Scene"
      action={
        <span>
          <button
            type="button"
            class="link"
            aria-pressed={studio.selection.value?.kind === 'labels'}
            onClick={() => inspect(studio, { kind: 'labels' })}
          >
            Labels…
          </button>
          <button
            type="button"
            class="icon"
            aria-label="Add to the scene"
            onClick={() => {
              isAdding.value = true;
            }}
          >
            +
          </button>
        </span>
      }
    >
      <ul class="rows">
        {names.map((name, index) => (
          <li key={name}>
            <div class="part">
              <button
                type="button"
                class="row"
                aria-pressed={selection.value?.kind === 'part' && selection.value.part === index}
                onClick={() => inspect(studio, { kind: 'part', part: index })}
              >
                <span class="row-name" title={name}>
                  {name}
                </span>
              </button>
              <button
                type="button"
                class="icon"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  studio.edit((text) => removePart(text, index));
                  if (selection.value?.kind === 'part') selection.value = undefined;
                }}
              >
                ✕
              </button>
            </div>
            <FieldFaults faults={faultsAt(document.survey, faults.value, ['scene', 'parts', index])} />
          </li>
        ))}
      </ul>
      {triangles !== undefined && <p class="row quiet">{formatCount(triangles)} triangles</p>}
      {isAdding.value && (
        <AddPart
          studio={studio}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </Section>
  );
}

function ScannerPart({ studio }: { studio: Studio }) {
  // The picker's scanner by number; one behind the last adds another.
  const picking = useSignal<number | undefined>(undefined);
  const { document, preview, selection } = studio;
  const scanners = scannersOf(document.survey);
  const isOne = scanners.length === 1;
  const chosen = selection.value?.kind === 'scanner' ? chosenScanner(studio) : undefined;
  const choose = (index: number) => {
    preview.scanner.value = index;
    inspect(studio, { kind: 'scanner' });
  };
  const pick = (index: number) => {
    picking.value = index;
  };
  return (
    <Section
      title={isOne ? 'Scanner' : 'Scanners'}
      action={
        <span>
          {isOne && (
            <button type="button" class="link" aria-pressed={chosen === 0} onClick={() => choose(0)}>
              Settings…
            </button>
          )}
          <button type="button" class="icon" aria-label="Add a scanner" onClick={() => pick(scanners.length)}>
            +
          </button>
        </span>
      }
    >
      <div>
        {scanners.map((scanner, index) => (
          <div key={index} class={isOne ? undefined : 'part'}>
            <button
              type="button"
              class="row"
              aria-haspopup={isOne ? 'dialog' : undefined}
              aria-pressed={isOne ? undefined : chosen === index}
              onClick={() => (isOne ? pick(index) : choose(index))}
            >
              <span class="row-name" title={scannerTitle(scanner)}>
                {isOne ? (scanner.id ?? scanner.file ?? 'Choose a scanner') : scannerTitle(scanner)}
              </span>
              <FaultMark studio={studio} path={scannerEntry(document.survey, index)} />
              {isOne && (
                <span class="quiet" aria-hidden="true">
                  ▾
                </span>
              )}
            </button>
            {!isOne && (
              <button
                type="button"
                class="icon"
                aria-label={`Choose another scanner for ${scanner.name}`}
                aria-haspopup="dialog"
                onClick={() => pick(index)}
              >
                ▾
              </button>
            )}
          </div>
        ))}
      </div>
      <PlatformField studio={studio} onChange={(platform) => studio.edit((text) => setPlatform(text, platform))} />
      {picking.value !== undefined && (
        <ScannerPicker
          studio={studio}
          index={picking.value < scanners.length ? picking.value : undefined}
          current={scanners[picking.value]?.id}
          onClose={() => {
            picking.value = undefined;
          }}
        />
      )}
    </Section>
  );
}

function Legs({ studio }: { studio: Studio }) {
  const { selection, document } = studio;
  const legs = legsOf(document.survey);
  return (
    <Section
      title="Legs"
      action={
        <span>
          <button
            type="button"
            class="link"
            onClick={() => {
              studio.planning.open();
              showInspector();
            }}
          >
            Plan…
          </button>
          <button type="button" class="icon" aria-label="Add a station" onClick={() => addAtCentre(studio)}>
            +
          </button>
        </span>
      }
    >
      <ul class="rows">
        {legs.map((leg, index) => (
          <li key={legName(leg, index)}>
            <button
              type="button"
              class="row"
              aria-pressed={selection.value?.kind === 'leg' && selection.value.leg === index}
              onClick={() => inspect(studio, { kind: 'leg', leg: index })}
            >
              <span class="row-name" title={legName(leg, index)}>
                {legName(leg, index)}
              </span>
              <FaultMark studio={studio} path={['legs', index]}>
                {pulsesOf(checkedLeg(studio, index)?.pulses)}
              </FaultMark>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Mark of a fault at a path of the survey, in place of the usual note. */
function FaultMark({ studio, path, children }: { studio: Studio; path: Path; children?: ComponentChildren }) {
  const isFaulty = faultsAt(studio.document.survey, studio.faults.value, path).length > 0;
  return <span class={isFaulty ? 'row-fault' : 'quiet'}>{isFaulty ? 'fault' : children}</span>;
}

const pulsesOf = (pulses: number | undefined) => (pulses === undefined ? '' : `${formatCount(pulses)} pulses`);

/** Adds a station in the middle of the scene, on the ground. */
function addAtCentre(studio: Studio): void {
  const bounds = studio.scene.value?.view.bounds;
  const [x, y] = bounds ? [0, 1].map((axis) => Math.round((bounds.min[axis] + bounds.max[axis]) / 2)) : [0, 0];
  studio.edit((text) => addStation(text, { position: [x, y, 0], on: 'ground' }));
  inspect(studio, { kind: 'leg', leg: legsOf(studio.document.survey).length - 1 });
}
