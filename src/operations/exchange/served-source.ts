/** Finds what a client of the server wants to import: a text, a file or a directory of the workspace. */
import { realpath, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { SourceFolder } from '../../convert/source-folder.js';
import { ServiceError } from '../../errors.js';
import { isBelow, readFileWithin } from '../../workspace/paths/boundary.js';
import { refusalError } from '../../workspace/paths/path-refusal.js';
import { resolvePathText } from '../../workspace/paths/path-text.js';
import { decodeDocument } from '../sources/document-text.js';
import { isBrunoFile, isHttpFile } from './folder-formats.js';
import { SOURCE_LIMIT } from '../sources/import-source.js';
import { readSourceFolder, type IsWanted } from './source-folder.js';

/** The words of messages about a source that does not have the format. */
const NOT_CONVERTIBLE = {
  curl: 'not a curl command',
  clientexport: 'not an Insomnia export of format 4 or 5',
  collection: 'not a Postman collection of format 2.1',
  openapi: 'not an OpenAPI document',
  har: 'not a HAR document',
  bruno: 'not a Bruno collection',
  http: 'not a request file',
} as const;

export type ServedFormat = keyof typeof NOT_CONVERTIBLE;

export interface FoundSource {
  readonly source: string | SourceFolder;
  readonly isDirectory: boolean;
}

/** The formats whose source may be a directory, with the files that are read. */
const FOLDER_FORMATS: Partial<Readonly<Record<ServedFormat, IsWanted>>> = {
  bruno: isBrunoFile,
  http: isHttpFile,
};

/** Without a given text, `location` is read. */
export async function findSource(
  format: ServedFormat,
  given: string | Uint8Array | undefined,
  location: string,
  root: string,
): Promise<FoundSource> {
  const isWanted = FOLDER_FORMATS[format];
  const folder = isWanted && given === undefined ? await folderInside(location, root) : undefined;
  if (isWanted !== undefined && folder !== undefined) {
    const named = { absolute: folder, shown: location };
    return { source: await readSourceFolder(named, isWanted, { limit: SOURCE_LIMIT }), isDirectory: true };
  }
  const original = given ?? (await readSource(location, root));
  const text = typeof original === 'string' ? original : decoded(original, format);
  const isMember = format === 'bruno' || format === 'http';
  return { source: isMember ? singleFile(format, text, location) : text, isDirectory: false };
}

/** The real path of a folder of the workspace; undefined for anything else, about which reading it says why. */
async function folderInside(sent: string, root: string): Promise<string | undefined> {
  if (sent === '.') return root;
  const text = resolvePathText(sent, { root });
  if (!text.ok) return undefined;
  const real = await realpath(text.absolute).catch(() => undefined);
  if (real === undefined || !isBelow(real, root)) return undefined;
  return (await stat(real)).isDirectory() ? real : undefined;
}

/** The file may have any extension. */
async function readSource(sent: string, root: string): Promise<Uint8Array> {
  const read = await readFileWithin(sent, { root, limit: SOURCE_LIMIT });
  if (!read.ok) throw refusalError(read);
  return read.bytes;
}

function decoded(bytes: Uint8Array, format: ServedFormat): string {
  try {
    return decodeDocument(bytes, 'it');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.kind, `${NOT_CONVERTIBLE[format]}: ${error.message}`, { cause: error });
  }
}

/** A file without its folder; the start of a text tells which format of Bruno it has. */
function singleFile(format: ServedFormat, text: string, location: string): SourceFolder {
  const isYaml = /^\s*(?:[\w-]+|"[^"\n]*")[ \t]*:/.test(text);
  const name = format === 'http' ? 'imported.http' : isYaml ? 'imported.yml' : 'imported.bru';
  const path = location === '' ? name : posix.basename(location);
  return {
    name: path.replace(/\.[^.]*$/, ''),
    files: new Map([[path, text]]),
    others: new Set(),
    losses: [],
  };
}
