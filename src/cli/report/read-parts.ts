import { ServiceError } from '../../errors.js';
import { readResultPart, type ResultPart } from '../../reports/merge/result-part.js';
import {
  isDirectory,
  listDocuments,
  MAX_DOCUMENT_BYTES,
  readDocumentFile,
} from '../command/result-documents.js';
import type { ProcessContext } from '../process/process-context.js';

/** The documents that the arguments name, in their order; those of a directory in byte order. */
export function listParts(paths: readonly string[], context: ProcessContext): readonly string[] {
  return paths.flatMap((path) => (isDirectory(path, context) ? listDocuments(path, context) : [path]));
}

/** Reads one document after the other; together they may have as many bytes as one that is compared. */
export async function readParts(
  paths: readonly string[],
  context: ProcessContext,
): Promise<readonly ResultPart[]> {
  const parts: ResultPart[] = [];
  let bytesLeft = MAX_DOCUMENT_BYTES;
  for (const [index, path] of paths.entries()) {
    const source = await readDocumentFile(path, context, bytesLeft);
    if (source.length > bytesLeft) {
      const message =
        index === 0 ? 'it is larger than 256 MiB' : 'the documents have more than 256 MiB in all';
      throw new ServiceError('input', `could not read ${path}: ${message}`);
    }
    bytesLeft -= source.length;
    parts.push(readResultPart(source, path, index));
  }
  return parts;
}
