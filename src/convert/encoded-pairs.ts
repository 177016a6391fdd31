import { encodeFormComponent, encodeQueryComponent } from '../http/message/url-encoding.js';
import { cutTemplate } from '../request-file/text/template.js';
import { literalText } from '../request-file/write-safely.js';
import type { Pair } from './draft.js';

/** `k=v&k2=v2` as text, where lines of their own cannot hold the pairs; placeholders stay. */
export function encodedPairs(pairs: readonly Pair[], place: 'query' | 'form'): string {
  const encode = place === 'form' ? encodeFormComponent : encodeQueryComponent;
  return pairs.map(({ key, value }) => `${encode(key)}=${encodedTemplate(value, encode)}`).join('&');
}

function encodedTemplate(template: string, encode: (text: string) => string): string {
  return cutTemplate(template)
    .map((piece) => (piece.kind === 'text' ? literalText(encode(piece.text)) : piece.source))
    .join('');
}
