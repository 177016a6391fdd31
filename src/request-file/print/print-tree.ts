import type { FileVariable, RequestFile, Section } from '../model/model.js';
import { printRequest, separator } from './print-request.js';

/** The canonical text of a tree. Callers check that it parses back to the same tree. */
export function printTree(file: RequestFile): string {
  const parts: string[] = [];
  if (file.comments.length > 0) parts.push(file.comments.join('\n'));
  if (file.variables.length > 0) parts.push(file.variables.map(printVariable).join('\n'));
  for (const request of file.requests) {
    for (const section of request.layout?.sections ?? []) parts.push(printSection(section));
    parts.push(printRequest(request));
  }
  for (const section of file.layout?.sections ?? []) parts.push(printSection(section));
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

function printVariable({ name, value, secret, comments = [] }: FileVariable): string {
  const start = secret ? `@secret ${name} =` : `@${name} =`;
  const line = value === '' ? start : `${start} ${value}`;
  return comments.length === 0 ? line : [...comments, line].join('\n');
}

function printSection({ title, lines }: Section): string {
  return (title === null ? lines : [separator(title), ...lines]).join('\n');
}
