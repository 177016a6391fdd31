/** Changes of the text of a body as a whole: the end is missing, or everything. */
import type { Offer } from './offer.js';

export function textOffers(body: string, isJson: boolean): Offer[] {
  if (body === '') return [];
  const end = body.length;
  const change = { on: 'text', start: middleOf(body), end, text: '' } as const;
  const cut: Offer = { kind: 'body-truncated', change, detail: '' };
  // A JSON body is changed value by value; that it is empty is noticed like the missing end.
  if (isJson) return [cut];
  return [cut, { kind: 'text-emptied', change: { on: 'text', start: 0, end, text: '' }, detail: '' }];
}

/** Never between the two halves of a character. */
function middleOf(text: string): number {
  const middle = Math.floor(text.length / 2);
  const code = text.charCodeAt(middle);
  return code >= 0xdc00 && code <= 0xdfff && middle > 0 ? middle - 1 : middle;
}
