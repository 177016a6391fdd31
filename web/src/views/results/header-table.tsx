import type { JSX } from 'preact';
import { PairTable } from '../../components/pair-table.js';

export function HeaderTable({
  headers,
}: {
  readonly headers: Readonly<Record<string, string>>;
}): JSX.Element {
  const pairs = Object.entries(headers);
  if (pairs.length === 0) return <p class="hint padded">No headers.</p>;
  return <PairTable heads={['Header', 'Value']} pairs={pairs} />;
}
