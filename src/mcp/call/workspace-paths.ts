/** Paths of the workspace that callers name. */
import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { nearPath } from '../../workspace/files/near-path.js';
import { isBelow, readFileWithin } from '../../workspace/paths/boundary.js';
import type { Refusal } from '../../workspace/paths/path-refusal.js';
import { restHint } from '../../workspace/paths/path-refusal.js';
import { isRequestFileName, resolvePathText } from '../../workspace/paths/path-text.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';

export interface OpenedPath {
  /** The path relative to the workspace, with `/`. */
  readonly path: string;
  /** The absolute folder of the file, without symbolic links. */
  readonly directory: string;
  readonly bytes: Buffer;
}

export interface NamedPath {
  /** The name of the argument, for messages. */
  readonly field: string;
  readonly sent: string;
  /** The folder that the path is relative to; the workspace by default. */
  readonly from?: string;
}

const MAX_FILE_BYTES = 1024 * 1024;
const LIMIT = { bytes: MAX_FILE_BYTES, text: '1 MiB' };

export async function openPath(named: NamedPath, root: string, isRequestFile = false): Promise<OpenedPath> {
  const { sent, from } = named;
  checkPathText(named);
  const read = await readFileWithin(sent, { root, limit: LIMIT, ...(from !== undefined && { from }) });
  if (!read.ok) throw await toFailure(named, read, root);
  const { path, real, bytes } = read;
  if (isRequestFile && !(isRequestFileName(path) && isRequestFileName(real)))
    throw new FetchFailure(
      'invalid_argument',
      `${named.field}: not a request file; expected .http or .spec${restHint(path)}`,
    );
  return { path, directory: dirname(real), bytes };
}

/** The real path of a folder in the workspace; undefined for anything that is not a folder. */
export async function folderAt(
  named: NamedPath,
  root: string,
): Promise<{ path: string; real: string } | undefined> {
  checkPathText(named);
  const text = resolvePathText(named.sent, { root });
  if (!text.ok && text.rule === 'kind') return { path: '', real: root };
  if (!text.ok) throw await toFailure(named, text, root);
  const real = await realpath(text.absolute).catch(() => undefined);
  if (real === undefined || !(real === root || isBelow(real, root))) return undefined;
  return (await stat(real)).isDirectory() ? { path: text.path, real } : undefined;
}

function checkPathText({ field, sent }: NamedPath): void {
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(sent))
    throw new FetchFailure('invalid_argument', `${field}: control characters and \\ are not allowed`);
  if (sent.startsWith('/') || /^[A-Za-z]:/.test(sent)) throw outside(field);
}

function outside(field: string): FetchFailure {
  return new FetchFailure('path_outside_workspace', `${field} must stay inside the workspace`, {
    hint: 'give a path relative to the workspace; links that lead out of it are not followed',
  });
}

async function toFailure(named: NamedPath, { rule, message }: Refusal, root: string): Promise<FetchFailure> {
  const { field, sent } = named;
  switch (rule) {
    case 'outside':
      return outside(field);
    case 'missing':
      return missing(named, root);
    case 'size':
      return new FetchFailure('body_too_large', `${sent} exceeds ${MAX_FILE_BYTES} bytes`, {
        hint: 'split the file, no argument and no flag raises this limit',
      });
    case 'unreadable':
      return new FetchFailure('not_found', `${field} ${sent} cannot be read`);
    default:
      return new FetchFailure('invalid_argument', `${field}: ${message}`);
  }
}

/** The arguments that name request files and folders of them. */
const REQUEST_FIELDS: ReadonlySet<string> = new Set(['file', 'files', 'path']);

async function missing({ field, sent, from }: NamedPath, root: string): Promise<FetchFailure> {
  const message = `${field} ${sent} does not exist`;
  if (!REQUEST_FIELDS.has(field)) {
    const base = from === undefined ? 'workspace' : 'request file';
    return new FetchFailure('not_found', message, { hint: `the path is relative to the ${base}` });
  }
  const near = nearPath(sent, root);
  const isUsable =
    near !== undefined && !/\.rest$/i.test(near) && (await isInside(resolve(root, near), root));
  const hint = isUsable ? `did you mean ${near}?` : 'svc_list_requests shows the files that there are';
  return new FetchFailure('not_found', message, { hint });
}

/** A link may lead out of the workspace, of which nothing is told then. */
async function isInside(path: string, root: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && isBelow(real, root);
}
