import { withApiKey } from '../../http/auth/api-key.js';
import { RequestFailure } from '../../http/message/message.js';
import { appendQuery, encodeIllegal, prepareUrl } from '../../http/message/url-encoding.js';
import type { Request } from '../../request-file/model/model.js';
import { urlOnHost } from '../../runner/prepare/prepare-request.js';
import type { AuthWords } from './auth-words.js';
import type { PartialScope, TextPart } from './partial-scope.js';
import { isGlob } from './url-words.js';

export interface CommandUrl {
  readonly text: string;
  /** Whether curl would read a part of the URL, as it was written, as a pattern; placeholders do not count. */
  readonly hasGlob: boolean;
}

/** The URL that `run` would send, made by the same functions; placeholders without a value stay as written. */
export function createCommandUrl(
  request: Request,
  scope: PartialScope,
  authQuery: AuthWords['query'],
): CommandUrl {
  const marks = new PlaceholderMarks();
  const [written = ''] = absolute(request, scope, marks).split('#', 1);
  const lines = request.queryParams.map(({ key, value }) => [key, marks.insert(scope.parts(value))] as const);
  const sent = prepareOrEncode(appendQuery(written, lines));
  const url = authQuery ? withApiKey(sent, authQuery.name, marks.insert(authQuery.value)) : sent;
  return { text: marks.remove(url), hasGlob: isGlob(written) };
}

/** A URL that `run` refuses, or whose start has no value yet, is at least left without illegal characters. */
function prepareOrEncode(url: string): string {
  try {
    return prepareUrl(url);
  } catch (error) {
    // A NUL character stays, so that the command is refused.
    if (error instanceof RequestFailure) return url.includes('\0') ? url : encodeIllegal(url);
    throw error;
  }
}

/** Resolves `GET /path` with a `Host` header. */
function absolute(request: Request, scope: PartialScope, marks: PlaceholderMarks): string {
  const url = marks.insert(scope.parts(request.url));
  const host = request.headers.find(({ key }) => key.toLowerCase() === 'host')?.value;
  if (!url.startsWith('/') || host === undefined) return url;
  return urlOnHost(marks.insert(scope.parts(host)), url);
}

/** Words that stand for placeholders while a URL is built: no encoding and no rule for hosts changes them. */
class PlaceholderMarks {
  readonly #placeholders: string[] = [];

  insert(parts: readonly TextPart[]): string {
    return parts
      .map(({ text, kept }) => (kept ? `svcplaceholder${this.#placeholders.push(text) - 1}mark` : text))
      .join('');
  }

  remove(text: string): string {
    return text.replace(
      /svcplaceholder(\d+)mark/g,
      (mark, index: string) => this.#placeholders[Number(index)] ?? mark,
    );
  }
}
