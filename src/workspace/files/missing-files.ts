import { basename, join } from 'node:path';
import { decodeText } from '../../request-file/parse/decode-text.js';
import {
  compareDiagnostics,
  diagnose,
  type Diagnostic,
  type Span,
} from '../../request-file/model/diagnostic.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { resolveFile } from '../paths/boundary.js';
import { readRegular } from '../paths/read-limited.js';
import { realPath } from '../paths/write-place.js';

/**
 * Finds references to files that do not exist inside the root: includes, multipart parts, schemas, data files and
 * dependencies in other files. Paths with placeholders are ignored. The model has no columns, so they are searched in
 * the text, which is read from the directory unless it is given.
 */
export async function missingFiles(
  file: RequestFile,
  directory: string,
  root: string,
  text?: string,
): Promise<Diagnostic[]> {
  const named = file.requests.flatMap((request, index) => namedFiles(request, searchRange(file, index)));
  if (named.length === 0) return [];
  const missing = await withoutFile(named, realPath(directory) ?? directory, realPath(root) ?? root);
  if (missing.length === 0) return [];
  const lines = (text ?? (await textOf(join(directory, basename(file.path))))).split(/\r\n|\n|\r/);
  return missing
    .map((one) => diagnose('missing_file', spanOf(one, lines), { path: one.path }))
    .sort(compareDiagnostics);
}

/** Paths of the files that a request reads or depends on, as written; those with placeholders are left out. */
export function filesNamedBy(request: Request): string[] {
  return namedFiles(request, { from: 1, to: 1 }).map(({ path }) => path);
}

/** The lines `from` to `to`, counted from 1. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A path that is written on one of the lines. */
interface NamedFile extends LineRange {
  readonly path: string;
  /** Further text that the line must contain. */
  readonly beside: string;
}

/** The first request may have no separator, so its directives are searched from line 1. */
function searchRange({ requests }: RequestFile, index: number): LineRange {
  const own = requests[index];
  const from = index === 0 ? 1 : (own?.line ?? 1);
  return { from, to: (requests[index + 1]?.line ?? Number.MAX_SAFE_INTEGER) - 1 };
}

function namedFiles({ body, assertions, metadata }: Request, range: LineRange): NamedFile[] {
  const found: NamedFile[] = [];
  const note = (path: unknown, from: number, to: number, beside: string): void => {
    if (typeof path === 'string' && path !== '' && !path.includes('{{'))
      found.push({ path, from, to, beside });
  };
  if (body?.contentType === 'file') note(body.path, body.line, range.to, '<');
  if (body?.contentType === 'multipart') {
    for (const field of body.fields) if (field.kind === 'file') note(field.path, field.line, field.line, '@');
  }
  for (const { operator, expected, line } of assertions) {
    if (operator !== 'schema' && operator !== 'notSchema') continue;
    note(typeof expected === 'string' ? expected.replace(/#.*$/s, '') : undefined, line, line, '');
  }
  note(metadata.data, range.from, range.to, '@');
  for (const name of metadata.depends ?? []) note(otherFileDependency(name)?.path, range.from, range.to, '@');
  return found;
}

async function withoutFile(named: readonly NamedFile[], from: string, root: string): Promise<NamedFile[]> {
  const existing = new Map<string, boolean>();
  for (const { path } of named) {
    if (!existing.has(path)) existing.set(path, (await resolveFile(path, { root, from })).ok);
  }
  return named.filter(({ path }) => !existing.get(path));
}

/** Empty if the file cannot be read; findings are then reported at the first column. */
async function textOf(path: string): Promise<string> {
  try {
    return decodeText(await readRegular(path, MAX_REQUEST_FILE_BYTES)).text.replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}

function spanOf({ path, from, to, beside }: NamedFile, lines: readonly string[]): Span {
  const last = Math.min(to, lines.length);
  for (let line = from; line <= last; line += 1) {
    const written = lines[line - 1] ?? '';
    const at = written.includes(beside) ? written.indexOf(path) : -1;
    if (at >= 0) return { line, column: at + 1, endColumn: at + 1 + path.length };
  }
  return { line: from, column: 1, endColumn: 1 };
}
