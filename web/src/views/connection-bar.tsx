import type { JSX } from 'preact';
import { Icon } from '../components/icon.js';
import { isOutdated } from '../state/connection/build-version.js';
import { isDisconnected } from '../state/connection/session.js';
import { isAnythingUnsaved } from '../state/unsaved.js';

/** Says what works while the server is away, and when the page itself is out of date. */
export function ConnectionBar(): JSX.Element | null {
  if (isDisconnected.value) {
    return (
      <div class="connection-bar offline" role="status">
        <Icon name="warning" />
        <span>
          <strong>Reconnecting…</strong> The server does not respond. You can read and edit, and nothing is
          lost; saving and running work again as soon as it is back.
        </span>
      </div>
    );
  }
  if (!isOutdated.value) return null;
  return (
    <div class="connection-bar" role="status">
      <Icon name="warning" />
      <span>
        The server has another version of this page.{' '}
        {isAnythingUnsaved.value ? 'Save your changes, then reload it.' : 'Reload it to use that one.'}
      </span>
      {!isAnythingUnsaved.value && (
        <button type="button" class="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      )}
    </div>
  );
}
