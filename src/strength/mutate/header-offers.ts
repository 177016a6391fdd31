/** Headers that are missing, and another content type. */
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import type { ReceivedHeaders } from '../../evaluation/response/response-view.js';
import type { Offer } from './offer.js';

export function headerOffers(headers: ReceivedHeaders): Offer[] {
  const seen = new Set<string>();
  const offers: Offer[] = [];
  for (const [name, value] of headers) {
    const lowerName = name.toLowerCase();
    if (seen.has(lowerName)) continue;
    seen.add(lowerName);
    if (lowerName === 'content-type') {
      const type = otherContentType(value);
      const change = { on: 'header', name, value: type } as const;
      offers.push({ kind: 'content-type-changed', change, detail: `: ${type}` });
    }
    offers.push({ kind: 'header-missing', change: { on: 'header', name, value: undefined }, detail: '' });
  }
  return offers;
}

/** What a proxy or an error page would say instead. */
function otherContentType(value: string): string {
  return mediaTypeOf(value) === 'text/html' ? 'text/plain' : 'text/html';
}
