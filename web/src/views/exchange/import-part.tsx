import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { EmptyState } from '../../components/marks.js';
import {
  clearResults,
  convert,
  importDraft,
  importResults,
  isImporting,
  KINDS,
} from '../../state/imports.js';
import { importDrop } from './import-file.js';
import { TOOLS } from './import-kinds.js';
import { ImportPreview } from './import-preview.js';
import { ImportSource } from './import-source.js';
import { detectedKinds, importTasks } from './import-tasks.js';

/** How long typing has to pause before the text is converted. */
const TYPING_PAUSE_MS = 400;

export function ImportPart(): JSX.Element {
  const { way, text, files, kind, baseUrl, place, isEveryEntry } = importDraft.value;
  const detected = useComputed(() => detectedKinds(importDraft.value)).value;
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (way !== 'text') return undefined;
    const tasks = importTasks(importDraft.peek(), detected);
    if (tasks.length === 0) {
      clearResults();
      return undefined;
    }
    const timer = setTimeout(() => void convert(tasks), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
    // The kinds follow from the texts.
  }, [way, text, files, kind, baseUrl, isEveryEntry]);
  const read = (): void => {
    const path = place.trim();
    const isAddress = /^https?:\/\//i.test(path);
    const kinds = kind !== '' ? [kind] : isAddress ? (['openapi'] as const) : KINDS;
    void convert([
      { source: path, text: '', path, baseUrl: baseUrl.trim(), isEveryEntry, kinds, problem: '' },
    ]);
  };
  const first = way === 'text' ? detected[0] : importResults.value[0]?.kind || undefined;
  return (
    <DropTarget>
      <ImportSource detected={first} read={read} picker={picker} />
      <section class="exchange-main" aria-label="Preview">
        {importResults.value.length === 0 ? (
          <EmptyPreview isBusy={isImporting.value} choose={() => picker.current?.click()} />
        ) : (
          <ImportPreview results={importResults.value} isBusy={isImporting.value} />
        )}
      </section>
    </DropTarget>
  );
}

/** Accepts dropped files anywhere, because the browser would otherwise open them instead of the page. */
function DropTarget({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const isDropping = useSignal(false);
  return (
    <div
      class={`exchange-parts ${isDropping.value ? 'dropping' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        isDropping.value = true;
      }}
      onDragLeave={() => (isDropping.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isDropping.value = false;
        importDrop(event);
      }}
    >
      {children}
    </div>
  );
}

interface EmptyPreviewProps {
  readonly isBusy: boolean;
  /** Opens the dialog of the browser. */
  readonly choose: () => void;
}

function EmptyPreview({ isBusy, choose }: EmptyPreviewProps): JSX.Element {
  if (isBusy) return <EmptyState icon="exchange" title="Converting…" />;
  const paste = (): void => {
    importDraft.value = { ...importDraft.value, way: 'text', files: [] };
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.import-text')?.focus());
  };
  return (
    <EmptyState icon="exchange" title="What do you have?">
      <ul class="tools">
        {TOOLS.map(({ name, how, isPasted = false }) => (
          <li key={name}>
            <button type="button" class="tool" onClick={isPasted ? paste : choose}>
              <strong>{name}</strong>
              <span class="hint">{how}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        Or drop files anywhere on this page. Nothing is written before you save, and everything that cannot be
        converted is listed.
      </p>
    </EmptyState>
  );
}
