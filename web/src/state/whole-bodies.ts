/** Where the exact bytes of a response are, which results hold only as text and up to a limit. */
import { API_ROOT, currentToken } from '../api/client.js';

export interface WholeBody {
  readonly kind: 'address';
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The newest response of a request. */
export function wholeBodyOf(file: string, name: string): WholeBody {
  const query = new URLSearchParams({ file, name });
  const token = currentToken();
  return {
    kind: 'address',
    address: `${API_ROOT}/results/body?${query.toString()}`,
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
  };
}
