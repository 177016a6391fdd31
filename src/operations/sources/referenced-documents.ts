/** Documents that an API description refers to, from its own folder or its own origin. */
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { LoadDocument } from '../../documents/load-referenced.js';
import { ServiceError } from '../../errors.js';
import { readFileWithin } from '../../workspace/paths/boundary.js';
import { decodeDocument } from './document-text.js';
import { FILE_LIMIT, isUrl } from './import-source.js';

/** Reads files below the folder of the description; links must not lead out of it. */
export function loadFromFolder(path: string, cwd: string): LoadDocument {
  const folder = dirname(resolve(cwd, path));
  return async (location) => {
    if (/^[a-z][a-z0-9+.-]+:/i.test(location))
      throw notRead('only documents in the folder of the source are read');
    const root = await realpath(folder);
    const sent = relative(folder, resolve(cwd, location));
    const read = await readFileWithin(sent, { root, limit: FILE_LIMIT });
    if (!read.ok) throw notRead(REASONS[read.rule] ?? 'the document cannot be read');
    return decodeDocument(read.bytes, 'the document');
  };
}

const REASONS: Readonly<Record<string, string>> = {
  outside: 'the document is outside the folder of the source',
  missing: 'the document does not exist',
};

/** Reads documents with the same scheme, host and port. */
export function loadFromOrigin(url: string, fetch: (url: string) => Promise<string>): LoadDocument {
  const { origin } = new URL(url);
  return async (location) => {
    if (!isUrl(location) || new URL(location).origin !== origin)
      throw notRead('only documents of the same origin are fetched');
    return fetch(location);
  };
}

function notRead(reason: string): ServiceError {
  return new ServiceError('input', reason);
}
