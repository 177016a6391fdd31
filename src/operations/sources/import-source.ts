import { resolve } from 'node:path';
import { MAX_DOCUMENT_BYTES } from '../../documents/parse-document.js';
import { ServiceError } from '../../errors.js';
import { decodeDocument } from './document-text.js';
import { readInput } from '../settings/read-input.js';

/** The maximum size of a document that a client names or that is fetched. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

export interface SourceLimit {
  readonly bytes: number;
  readonly text: string;
}

export const SOURCE_LIMIT: SourceLimit = { bytes: MAX_SOURCE_BYTES, text: '20 MiB' };

/** What a user has on disk may be larger; the description of a large API has 37 MB. */
export const FILE_LIMIT: SourceLimit = { bytes: MAX_DOCUMENT_BYTES, text: '200 MiB' };

/** Reads a file of another tool. */
export async function readSourceFile(path: string, cwd: string, limit = FILE_LIMIT): Promise<string> {
  const bytes = await readInput({ absolute: resolve(cwd, path), shown: path }, limit.bytes);
  return decodeSource(bytes, path, limit);
}

export function decodeSource(bytes: Uint8Array, shown: string, limit = FILE_LIMIT): string {
  if (bytes.length > limit.bytes) throw new ServiceError('input', `${shown} is larger than ${limit.text}`);
  return decodeDocument(bytes, shown);
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
