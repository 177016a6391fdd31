import { encodeQueryComponent } from '../../http/message/url-encoding.js';
import type { Request } from '../../request-file/model/model.js';
import { mapped, type PartialScope, type TextPart } from './partial-scope.js';

export type QueryPair = readonly [key: string, value: readonly TextPart[]];

/** Appends query lines and an `apiKeyQuery` to the query of the URL; without them the URL is unchanged. */
export function createCommandUrl(
  request: Request,
  scope: PartialScope,
  authQuery: readonly QueryPair[],
): readonly TextPart[] {
  const url = absolute(request, scope);
  const lines = request.queryParams.map(({ key, value }): QueryPair => [key, scope.parts(value)]);
  const pairs = [...lines, ...authQuery];
  if (pairs.length === 0) return url;
  const { start, fragment } = splitFragment(url);
  const text = start.map((part) => part.text).join('');
  const first = !text.includes('?') ? '?' : /[?&]$/.test(text) ? '' : '&';
  const query = pairs.flatMap(([key, value], i): TextPart[] => [
    { text: `${i === 0 ? first : '&'}${encodeQueryComponent(key)}=`, kept: false },
    ...value.map((part) => (part.kept ? part : { text: mapped([part], encodeQueryComponent), kept: false })),
  ]);
  return [...start, ...query, ...fragment];
}

/** Resolves `GET /path` with a `Host` header. */
function absolute(request: Request, scope: PartialScope): readonly TextPart[] {
  const url = scope.parts(request.url);
  const host = request.headers.find(({ key }) => key.toLowerCase() === 'host')?.value;
  if (url[0]?.kept !== false || !url[0].text.startsWith('/') || host === undefined) return url;
  const name = scope.parts(host);
  const scheme = mapped(name, (text) => text).endsWith(':443') ? 'https' : 'http';
  return [{ text: `${scheme}://`, kept: false }, ...name, ...url];
}

function splitFragment(url: readonly TextPart[]): {
  readonly start: readonly TextPart[];
  readonly fragment: readonly TextPart[];
} {
  const at = url.findIndex(({ text, kept }) => !kept && text.includes('#'));
  const part = url[at];
  if (part === undefined) return { start: url, fragment: [] };
  const hash = part.text.indexOf('#');
  return {
    start: [...url.slice(0, at), { text: part.text.slice(0, hash), kept: false }],
    fragment: [{ text: part.text.slice(hash), kept: false }, ...url.slice(at + 1)],
  };
}
