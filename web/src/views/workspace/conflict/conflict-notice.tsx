import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.js';
import { comparedPath, type OpenDocument } from '../../../state/documents.js';

/** One line in the foot of the editor, where it moves no text. */
export function ConflictNotice({ document }: { readonly document: OpenDocument }): JSX.Element {
  const { path, conflict } = document;
  const text = conflict === 'gone' ? 'Removed from the disk' : 'Changed on disk while you were editing';
  return (
    <div class="conflict-notice">
      <Icon name="warning" />
      <span class="conflict-text" role="alert" title={text}>
        {text}
      </span>
      <button type="button" class="button" onClick={() => (comparedPath.value = path)}>
        {conflict === 'gone' ? 'Decide…' : 'Compare…'}
      </button>
    </div>
  );
}
