import type { Body } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { cutTemplate } from '../../request-file/text/template.js';
import { base64Placeholder, protectTrailingLines } from '../../request-file/write-safely.js';

export type ExportedBody = { readonly body: Body | null } | { readonly leftOut: string };

/** The body in the form of a request file, or the reason why it is left out. */
export function exportBody(template: string): ExportedBody {
  if (template === '') return { body: null };
  const text = protectTrailingLines(template);
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
  // Text that the parser would read differently is written in base64, unless it contains placeholders.
  const parts = cutTemplate(template);
  if (parts.some(({ kind }) => kind === 'placeholder')) return { leftOut: 'a request file cannot hold it' };
  const plain = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return { body: { contentType: 'raw', raw: base64Placeholder(plain), line: 0 } };
}
