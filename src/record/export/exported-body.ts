import type { Body } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { cutTemplate } from '../../request-file/text/template.js';
import { base64Placeholder, escapingStart } from '../../request-file/write-safely.js';

export type ExportedBody = { readonly body: Body | null } | { readonly leftOut: string };

/** A body as a request file holds it, or why it cannot (server.md 13). */
export function exportedBody(template: string): ExportedBody {
  if (/^[ \t\r\n]*$/.test(template)) return blankBody(template);
  // Blank lines at the end would get lost.
  const end = contentEnd(template);
  const kept = escapingStart(template, end);
  const endsWithLines = /[\r\n]/.test(template.slice(end));
  const text = endsWithLines ? template.slice(0, kept) + base64Placeholder(template.slice(kept)) : template;
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
  // What would be read as something else reaches the wire this way, as long as nothing is to be filled in.
  const pieces = cutTemplate(template);
  if (pieces.some(({ kind }) => kind === 'placeholder')) return { leftOut: 'a request file cannot hold it' };
  const plain = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  return { body: { contentType: 'raw', raw: base64Placeholder(plain), line: 0 } };
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
