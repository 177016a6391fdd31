import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EmptyState, Problem } from '../../components/marks.js';
import {
  convert,
  clearResult,
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
import { importDrop } from './import-file.js';

/** How long typing has to pause before the text is converted. */
const TYPING_PAUSE_MS = 400;
const PASTED_NAME = 'pasted document';

export function ImportPart(): JSX.Element {
  const { way, text, file, kind, baseUrl, place } = importDraft.value;
  const given = file?.text ?? text;
  const found = useComputed(() => detectKind(importDraft.value.file?.text ?? importDraft.value.text)).value;
  const wanted = kind === '' ? found : kind;
  useEffect(() => {
    if (way !== 'text') return undefined;
    if (given.trim() === '' || wanted === undefined) {
      clearResult();
      return undefined;
    }
    const source = { text: given, path: file?.name ?? PASTED_NAME, baseUrl: baseUrl.trim() };
    const timer = setTimeout(() => void convert(source, [wanted]), TYPING_PAUSE_MS);
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
          <Problem>
            The kind of this text could not be detected. Choose it under “Kind”, or check the text.
          </Problem>
        )}
        {imported.value === undefined ? (
          <EmptyPreview isBusy={isImporting.value} />
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

/** Accepts a dropped file anywhere, because the browser would otherwise open it instead of the page. */
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

function EmptyPreview({ isBusy }: { readonly isBusy: boolean }): JSX.Element {
  if (isBusy) return <EmptyState icon="exchange" title="Converting…" />;
  return (
    <EmptyState icon="exchange" title="The result is shown here">
      <p>
        Paste a curl command, as browsers copy it from their network tools, or drop an OpenAPI or Swagger
        document, a Postman collection or an Insomnia export on this page.
      </p>
      <p>Nothing is written before you save, and everything that cannot be converted is listed.</p>
    </EmptyState>
  );
}
