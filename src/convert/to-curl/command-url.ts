import { encodeQueryComponent } from '../../http/message/url-encoding.js';
import type { Request } from '../../request-file/model/model.js';
import { mapped, type PartialScope, type TextPart } from './partial-scope.js';

export type QueryPair = readonly [key: string, value: readonly TextPart[]];

/** The URL with query lines and an `apiKeyQuery` behind its own query; without them it is untouched. */
export function commandUrl(
  request: Request,
  scope: PartialScope,
  authQuery: readonly QueryPair[],
): readonly TextPart[] {
  const url = absolute(request, scope);
  const lines = request.queryParams.map(({ key, value }): QueryPair => [key, scope.pieces(value)]);
  const pairs = [...lines, ...authQuery];
  if (pairs.length === 0) return url;
  const { start, fragment } = cutFragment(url);
  const text = start.map((piece) => piece.text).join('');
  const first = !text.includes('?') ? '?' : /[?&]$/.test(text) ? '' : '&';
  const query = pairs.flatMap(([key, value], i): TextPart[] => [
    { text: `${i === 0 ? first : '&'}${encodeQueryComponent(key)}=`, kept: false },
    ...value.map((piece) =>
      piece.kept ? piece : { text: mapped([piece], encodeQueryComponent), kept: false },
    ),
  ]);
  return [...start, ...query, ...fragment];
}

/** `GET /path` with a `Host` header (language 3.1). */
function absolute(request: Request, scope: PartialScope): readonly TextPart[] {
  const url = scope.pieces(request.url);
  const host = request.headers.find(({ key }) => key.toLowerCase() === 'host')?.value;
  if (url[0]?.kept !== false || !url[0].text.startsWith('/') || host === undefined) return url;
  const name = scope.pieces(host);
  const scheme = mapped(name, (text) => text).endsWith(':443') ? 'https' : 'http';
  return [{ text: `${scheme}://`, kept: false }, ...name, ...url];
}

function cutFragment(url: readonly TextPart[]): {
  readonly start: readonly TextPart[];
  readonly fragment: readonly TextPart[];
} {
  const at = url.findIndex(({ text, kept }) => !kept && text.includes('#'));
  const piece = url[at];
  if (piece === undefined) return { start: url, fragment: [] };
  const hash = piece.text.indexOf('#');
  return {
    start: [...url.slice(0, at), { text: piece.text.slice(0, hash), kept: false }],
    fragment: [{ text: piece.text.slice(hash), kept: false }, ...url.slice(at + 1)],
  };
}
