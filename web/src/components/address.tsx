import type { JSX } from 'preact';
import { CopyButton } from './copy-button.js';

/** Where a helper of the server listens: on the same host as the page came from. */
export function Address({ port }: { readonly port: number }): JSX.Element {
  const url = `http://${window.location.hostname}:${port}`;
  return (
    <span class="address">
      <code>{url}</code>
      <CopyButton text={() => url} label="Copy address" />
    </span>
  );
}
