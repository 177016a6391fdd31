/** Paths that callers name (mcp.md 6.1). */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isBelow, readFileWithin } from '../../workspace/paths/boundary.js';
import type { Refusal } from '../../workspace/paths/path-refusal.js';
import { isRequestFileName, resolvePathText } from '../../workspace/paths/path-text.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';

export interface OpenedPath {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Folder it really lies in, absolute. */
  readonly directory: string;
  readonly bytes: Buffer;
}

export interface NamedPath {
  /** The argument, for messages. */
  readonly field: string;
  readonly sent: string;
  /** Folder that it is relative to; the workspace when left out. */
  readonly from?: string;
}

const LARGEST_FILE = 1024 * 1024;
const LIMIT = { bytes: LARGEST_FILE, text: '1 MiB' };

export async function openPath(named: NamedPath, root: string, isRequestFile = false): Promise<OpenedPath> {
  const { sent, from } = named;
  checkText(named);
  const read = await readFileWithin(sent, { root, limit: LIMIT, ...(from !== undefined && { from }) });
  if (!read.ok) throw refused(named, read);
  const { path, real, bytes } = read;
  if (isRequestFile && !(isRequestFileName(path) && isRequestFileName(real)))
    throw new FetchFailure('invalid_argument', `${named.field}: not a request file; expected .http or .spec`);
  return { path, directory: dirname(real), bytes };
}

/** A folder of the workspace as its real path; undefined for anything else that is there. */
export async function folderAt(
  named: NamedPath,
  root: string,
): Promise<{ path: string; real: string } | undefined> {
  checkText(named);
  const text = resolvePathText(named.sent, { root });
  if (!text.ok && text.rule === 'kind') return { path: '', real: root };
  if (!text.ok) throw refused(named, text);
  const real = await realpath(text.absolute).catch(() => undefined);
  if (real === undefined || !(real === root || isBelow(real, root))) return undefined;
  return (await stat(real)).isDirectory() ? { path: text.path, real } : undefined;
}

function checkText({ field, sent }: NamedPath): void {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(sent))
    throw new FetchFailure('invalid_argument', `${field}: control characters and \\ are not allowed`);
  if (sent.startsWith('/') || /^[A-Za-z]:/.test(sent)) throw outside(field);
}

function outside(field: string): FetchFailure {
  return new FetchFailure('path_outside_workspace', `${field} must stay inside the workspace`);
}

function refused({ field, sent }: NamedPath, { rule, message }: Refusal): FetchFailure {
  switch (rule) {
    case 'outside':
      return outside(field);
    case 'missing':
      return new FetchFailure('not_found', `${field} ${sent} does not exist`);
    case 'size':
      return new FetchFailure('body_too_large', `${sent} exceeds ${LARGEST_FILE} bytes`);
    case 'unreadable':
      return new FetchFailure('not_found', `${field} ${sent} cannot be read`);
    default:
      return new FetchFailure('invalid_argument', `${field}: ${message}`);
  }
}
