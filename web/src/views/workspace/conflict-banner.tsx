import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { close, load, save, type OpenDocument } from '../../state/documents.js';

export function ConflictBanner({ document }: { readonly document: OpenDocument }): JSX.Element {
  const { path, conflict } = document;
  return (
    <div class="banner" role="alert">
      <Icon name="warning" />
      <span>
        {conflict === 'gone'
          ? 'This file was removed from the disk.'
          : 'This file was changed on disk while you were editing it.'}
      </span>
      <span class="spacer" />
      {conflict === 'gone' ? (
        <button type="button" class="button" onClick={() => close(path)}>
          Close
        </button>
      ) : (
        <button type="button" class="button" onClick={() => void load(path)}>
          Take theirs
        </button>
      )}
      <button type="button" class="button" onClick={() => void save(path, true)}>
        Keep mine
      </button>
    </div>
  );
}
