import type { JSX } from 'preact';
import { CopyButton } from './copy-button.js';

/** The address of a mock server or proxy, which listens on the host that serves this page. */
export function Address({ port }: { readonly port: number }): JSX.Element {
  const url = `http://${window.location.hostname}:${port}`;
  return (
    <span class="address">
      <code>{url}</code>
      <CopyButton text={() => url} label="Copy address" />
    </span>
  );
}
