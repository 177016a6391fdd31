import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EmptyState, Problem } from '../../components/marks.js';
import {
  convert,
  forgetResult,
  importDraft,
  imported,
  importedKind,
  importProblem,
  isImporting,
  KINDS,
} from '../../state/imports.js';
import { detectKind } from './detect-kind.js';
import { ImportPreview } from './import-preview.js';
import { ImportSource } from './import-source.js';
import { takeDrop } from './take-file.js';

/** Until typing has paused. */
const PATIENCE = 400;
const PASTED = 'pasted document';

export function ImportPart(): JSX.Element {
  const { way, text, file, kind, baseUrl, place } = importDraft.value;
  const given = file?.text ?? text;
  const found = useComputed(() => detectKind(importDraft.value.file?.text ?? importDraft.value.text)).value;
  const wanted = kind === '' ? found : kind;
  useEffect(() => {
    if (way !== 'text') return undefined;
    if (given.trim() === '' || wanted === undefined) {
      forgetResult();
      return undefined;
    }
    const source = { text: given, path: file?.name ?? PASTED, baseUrl: baseUrl.trim() };
    const timer = setTimeout(() => void convert(source, [wanted]), PATIENCE);
    return () => clearTimeout(timer);
  }, [way, given, wanted, baseUrl, file]);
  const read = (): void => {
    const isAddress = /^https?:\/\//i.test(place.trim());
    const kinds = kind !== '' ? [kind] : isAddress ? (['openapi'] as const) : KINDS;
    void convert({ text: '', path: place.trim(), baseUrl: baseUrl.trim() }, kinds);
  };
  const isUnknown = way === 'text' && given.trim() !== '' && wanted === undefined;
  return (
    <DropTarget>
      <ImportSource detected={way === 'text' ? found : importedKind.value || undefined} read={read} />
      <section class="exchange-main" aria-label="Preview">
        {importProblem.value !== '' && <Problem>{importProblem.value}</Problem>}
        {isUnknown && (
          <Problem>It is not clear of what tool this is. Choose it under “Kind”, or check the text.</Problem>
        )}
        {imported.value === undefined ? (
          <Nothing isBusy={isImporting.value} />
        ) : (
          <ImportPreview
            result={imported.value}
            source={way === 'place' ? place : (file?.name ?? '')}
            isBusy={isImporting.value}
          />
        )}
      </section>
    </DropTarget>
  );
}

/** Wherever a file is dropped: the browser would show it instead of the page. */
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
        takeDrop(event);
      }}
    >
      {children}
    </div>
  );
}

function Nothing({ isBusy }: { readonly isBusy: boolean }): JSX.Element {
  if (isBusy) return <EmptyState icon="exchange" title="Converting…" />;
  return (
    <EmptyState icon="exchange" title="What becomes of it is shown here">
      <p>
        Paste a curl command, as browsers copy it from their network tools, or drop an OpenAPI document, a
        collection or a client export on this page.
      </p>
      <p>Nothing is written before you save, and what cannot be carried over is listed.</p>
    </EmptyState>
  );
}
