/** What the caller of svc_fetch can do about its failures. */
import type { FetchFormat } from '../../web-fetch/render-response.js';
import type { MediaKind } from '../../web-fetch/media-kind.js';
import type { Advice } from '../call/advice.js';

export interface SendingSituation {
  readonly isSaved: boolean;
  /** Whether the request file or the config allows less time than the operator. */
  readonly hasOwnTimeout: boolean;
}

/** Before anything is sent. */
export function preparingAdvice(isSaved: boolean): Advice {
  return {
    invalid_url: isSaved
      ? 'correct the URL in the file or the variables in it'
      : 'it must be absolute, such as https://shop.example/lamps',
    ambiguous_request: 'svc_list_requests shows them',
  };
}

/** While the request is sent and its response received. */
export function sendingAdvice({ isSaved, hasOwnTimeout }: SendingSituation): Advice {
  const where = isSaved ? ' in the query of the saved request' : ' in the query';
  const range = isSaved ? '' : ', send a Range header for a part of a file';
  return {
    body_too_large:
      'max_chars, start_index and main_content do not help, because the whole body is received first; ask the site for ' +
      `less with paging or filter parameters${where}${range}, or have the operator raise --max-body-bytes`,
    blocked_target:
      'only the operator of this server can permit private targets, with its flag --allow-private-network',
    invalid_url: 'fetch it with no_follow to get the redirect itself',
    too_many_redirects: 'fetch it with no_follow to see where the first one leads',
    timeout: hasOwnTimeout
      ? 'the request file or its config sets this limit, as @timeout or timeout'
      : 'try once more, ask for less, or have the operator raise --timeout',
  };
}

/** When the rendered text of a body of this kind is too large; `max_chars` cuts only what was rendered. */
export function pageAdvice(kind: MediaKind, format: 'text' | 'markdown'): string {
  if (kind !== 'html') return 'use format raw; max_chars does not help';
  return format === 'markdown'
    ? 'use format text, which has no link targets; max_chars does not help'
    : 'use format json, which has the page as received; max_chars does not help';
}

/** When the envelope is too large, because its text needs many escapes. */
export function envelopeAdvice(format: FetchFormat): string {
  return format === 'json'
    ? 'use format text, in parts with max_chars'
    : 'only the operator of this server can permit more, with its flag --max-body-bytes';
}
