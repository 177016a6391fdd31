import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ConfirmDialog } from '../../components/dialog.js';
import { hiddenParts, togglePart } from '../../components/split/hidden-parts.js';
import { Icon, type IconName } from '../../components/icon.js';
import {
  close,
  currentDocument,
  documents,
  isUnsaved,
  show,
  type OpenDocument,
} from '../../state/documents.js';
import { navigate } from '../../state/route.js';

export function TabStrip({ toggleTree }: { readonly toggleTree: () => void }): JSX.Element {
  const asked = useSignal('');
  const wantClose = (document: OpenDocument): void => {
    if (isUnsaved(document)) asked.value = document.path;
    else close(document.path);
  };
  const current = currentDocument.value;
  return (
    <div class="tabs">
      <button type="button" class="icon-button tree-toggle" aria-label="Files" onClick={toggleTree}>
        <Icon name="menu" />
      </button>
      <PartButton part="files" label="files" keys="Ctrl+B" icon="sidebar" />
      <button
        type="button"
        class={`tab tab-home ${current === undefined ? 'shown' : ''}`}
        aria-current={current === undefined ? 'page' : undefined}
        onClick={() => navigate('/')}
      >
        Overview
      </button>
      {documents.value.map((document) => (
        <Tab
          key={document.path}
          document={document}
          isShown={document.path === current?.path}
          wantClose={wantClose}
        />
      ))}
      <span class="spacer" />
      {current !== undefined && <PartButton part="results" label="results" keys="Ctrl+J" icon="results" />}
      {asked.value !== '' && (
        <ConfirmDialog
          title="Close without saving?"
          text={`The changes of ${asked.value} are lost.`}
          action="Close"
          confirm={() => close(asked.peek())}
          close={() => (asked.value = '')}
        />
      )}
    </div>
  );
}

interface PartButtonProps {
  readonly part: string;
  readonly label: string;
  readonly keys: string;
  readonly icon: IconName;
}

/** Hides a part of the view, and brings it back. */
function PartButton({ part, label, keys, icon }: PartButtonProps): JSX.Element {
  const isHidden = hiddenParts.value.has(part);
  return (
    <button
      type="button"
      class={`icon-button part-toggle toggle-${part}`}
      title={`${isHidden ? 'Show' : 'Hide'} the ${label} (${keys})`}
      aria-label={`Show the ${label}`}
      aria-pressed={!isHidden}
      onClick={() => togglePart(part)}
    >
      <Icon name={icon} />
    </button>
  );
}

interface TabProps {
  readonly document: OpenDocument;
  readonly isShown: boolean;
  readonly wantClose: (document: OpenDocument) => void;
}

function Tab({ document, isShown, wantClose }: TabProps): JSX.Element {
  const { path } = document;
  const name = path.split('/').at(-1) ?? path;
  return (
    <div
      class={`tab ${isShown ? 'shown' : ''}`}
      onAuxClick={(event) => {
        if (event.button === 1) wantClose(document);
      }}
    >
      <button
        type="button"
        class="tab-name"
        title={path}
        aria-current={isShown ? 'page' : undefined}
        onClick={() => show(path)}
      >
        {name}
        {isUnsaved(document) && <span class="unsaved" role="img" aria-label="not saved" />}
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Close ${path}`}
        onClick={() => wantClose(document)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
