import { useRef } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { TOOLS } from '../tools/tools.js';

/** The tools, of which one is taken: one stop of the Tab key, arrows go from one to the next. */
export function ToolBar({ studio }: { studio: Studio }) {
  const bar = useRef<HTMLDivElement>(null);
  const taken = studio.tool.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const index = (TOOLS.indexOf(taken) + by + TOOLS.length) % TOOLS.length;
    studio.takeTool(TOOLS[index]);
    (bar.current?.children[index] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  };
  return (
    <div class="group tools" role="toolbar" aria-label="Tools" ref={bar} onKeyDown={onKeyDown}>
      {TOOLS.map((tool) => (
        <button
          type="button"
          key={tool.id}
          aria-pressed={tool === taken}
          tabIndex={tool === taken ? 0 : -1}
          title={`${tool.hint} (${tool.key.toUpperCase()})`}
          onClick={() => studio.takeTool(tool)}
        >
          {tool.name} <kbd>{tool.key.toUpperCase()}</kbd>
        </button>
      ))}
    </div>
  );
}
