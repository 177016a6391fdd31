import type { Body } from '../request-file/model.js';
import { parseText } from '../request-file/parse-file.js';
import { base64Placeholder } from '../request-file/write-safely.js';

export type ExportedBody = { readonly body: Body | null } | { readonly leftOut: string };

/** A body as a request file holds it, or why it cannot (server.md 13). */
export function exportedBody(template: string): ExportedBody {
  if (/^[ \t\r\n]*$/.test(template)) return blankBody(template);
  // Blank lines at the end would get lost.
  const tail = template.slice(contentEnd(template));
  const text = /[\r\n]/.test(tail) ? template.slice(0, -tail.length) + base64Placeholder(tail) : template;
  const mark = /^(?:###|>>>)/m.exec(text)?.[0];
  if (mark !== undefined) return { leftOut: `a line starts with ${mark}` };
  const { requests, diagnostics } = parseText(
    `POST http://localhost/\n\n${text}\n\n>>>\nexpect status 200\n<<<\n`,
    'body',
  );
  const [request, ...others] = requests;
  const isRead = request && others.length === 0 && request.body !== null && request.assertions.length === 1;
  if (
    isRead &&
    request.body.contentType !== 'file' &&
    !diagnostics.some(({ severity }) => severity === 'error')
  ) {
    return { body: { ...request.body, line: 0 } };
  }
  return { leftOut: 'a request file cannot hold it' };
}

function blankBody(template: string): ExportedBody {
  if (template === '') return { body: null };
  return { body: { contentType: 'raw', raw: base64Placeholder(template), line: 0 } };
}

function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end -= 1;
  return end;
}
