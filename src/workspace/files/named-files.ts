/** The files that requests name; needs no disk. */
import { comparisonsOf } from '../../request-file/model/all-checks.js';
import { compareDiagnostics, diagnose, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { Comparison, Request, RequestFile } from '../../request-file/model/model.js';
import { linesOfRequest, placeOf, type LineRange, type WrittenText } from './written-place.js';

/** Every path without placeholders that a file names, with the lines where it is written. */
export function writtenFiles(file: RequestFile): readonly WrittenText[] {
  const named: WrittenText[] = [];
  file.requests.forEach((request, index) => {
    if (mayNameFiles(request)) named.push(...namedFiles(request, linesOfRequest(file, index)));
  });
  for (const { path, line } of [...(file.imports ?? []), ...(file.runs ?? [])])
    if (path !== undefined && !path.includes('{{'))
      named.push({ text: path, from: line, to: line, beside: '' });
  return named;
}

/** The findings about paths that lead to no file. */
export function missingFindings(file: RequestFile, missing: readonly WrittenText[]): Diagnostic[] {
  return missing
    .map((one) => diagnose('missing_file', placeOf(file, one), { path: one.text }))
    .sort(compareDiagnostics);
}

/** Paths of the files that a request reads or depends on, as written; those with placeholders are left out. */
export function filesNamedBy(request: Request): string[] {
  return namedFiles(request, { from: 1, to: 1 }).map(({ text }) => text);
}

/** Most requests name no file, which is decided without building lists. */
function mayNameFiles({ body, assertions, captures, metadata }: Request): boolean {
  if (body?.contentType === 'file' || body?.contentType === 'multipart') return true;
  if (metadata.data !== undefined || metadata.depends !== undefined) return true;
  for (const item of assertions) if (isSchema(item) || comparisonsOf(item).some(isSchema)) return true;
  for (const item of captures) if (comparisonsOf(item).some(isSchema)) return true;
  return false;
}

function namedFiles({ body, assertions, captures, metadata }: Request, range: LineRange): WrittenText[] {
  const found: WrittenText[] = [];
  const note = (path: unknown, from: number, to: number, beside: string): void => {
    if (typeof path === 'string' && path !== '' && !path.includes('{{'))
      found.push({ text: path, from, to, beside });
  };
  if (body?.contentType === 'file') note(body.path, body.line, range.to, '<');
  if (body?.contentType === 'multipart') {
    for (const field of body.fields) if (field.kind === 'file') note(field.path, field.line, field.line, '@');
  }
  const noteSchema = (comparison: Comparison, line: number): void => {
    const { expected } = comparison;
    if (isSchema(comparison) && typeof expected === 'string')
      note(expected.replace(/#.*$/s, ''), line, line, '');
  };
  for (const assertion of assertions) noteSchema(assertion, assertion.line);
  for (const item of [...assertions, ...captures])
    for (const comparison of comparisonsOf(item)) noteSchema(comparison, item.line);
  note(metadata.data, range.from, range.to, '@');
  for (const name of metadata.depends ?? []) note(otherFileDependency(name)?.path, range.from, range.to, '@');
  return found;
}

function isSchema({ operator }: Comparison): boolean {
  return operator === 'schema' || operator === 'notSchema';
}
