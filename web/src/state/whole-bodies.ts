/** Addresses of what a worker reads of the last results of requests. */
import { API_ROOT, currentToken } from '../api/client.js';

interface ReadAddress {
  readonly kind: 'address';
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `one` is the newest result of a request, `body` the exact bytes of its response. */
export function resultAddressOf(
  part: 'one' | 'body',
  {
    file,
    name,
    occurrence = 1,
  }: { readonly file: string; readonly name: string; readonly occurrence?: number },
): ReadAddress {
  const query = new URLSearchParams({ file, name, occurrence: String(occurrence) });
  const token = currentToken();
  return {
    kind: 'address',
    address: `${API_ROOT}/results/${part}?${query.toString()}`,
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
  };
}
