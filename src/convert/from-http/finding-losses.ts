import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { Loss } from '../converted.js';
import { multipartBlock } from './multipart-text.js';

/** Findings about what has no effect or cannot be read. */
const LOST: ReadonlySet<string> = new Set([
  'untranslated_script',
  'ignored_dialect',
  'include_not_alone',
  'client_env',
]);
const MAX_QUOTED_LENGTH = 200;

export function findingLosses({ path, diagnostics, requests }: RequestFile, text: string): Loss[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks = diagnostics.some(({ code }) => code === 'include_not_alone') ? blockLines(requests) : [];
  return diagnostics.flatMap(({ code, severity, phase, line, endLine, message }) => {
    const isUnread = severity === 'error' && phase === 'syntax';
    if (!LOST.has(code) && !isUnread) return [];
    if (code === 'include_not_alone' && blocks.some(({ from, to }) => from <= line && line < to)) return [];
    const quoted = lines
      .slice(line - 1, endLine ?? line)
      .map((each) => each.trim())
      .join(' ');
    return {
      path,
      line,
      ...(endLine !== undefined && endLine > line && { endLine }),
      text:
        quoted.length > MAX_QUOTED_LENGTH
          ? `${quoted.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}...`
          : quoted,
      reason: code === 'untranslated_script' ? scriptReason(message) : message,
    };
  });
}

/** The lines of requests whose body is written as a block, which names the files. */
function blockLines(requests: readonly Request[]): { readonly from: number; readonly to: number }[] {
  return requests.flatMap((request, i) => {
    if (multipartBlock(request) === undefined) return [];
    return { from: request.requestLine, to: requests[i + 1]?.requestLine ?? Infinity };
  });
}

/** The finding of a script in the words of a loss: `X is not understood`. */
function scriptReason(message: string): string {
  const [form = '', ...rest] = message.split(' has no counterpart and is not checked: ');
  const reason = rest.join(' ').trim();
  return reason.startsWith('it ') ? `${form} ${reason.slice('it '.length)}` : `${form}: ${reason}`;
}
