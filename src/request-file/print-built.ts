/** Prints trees that are built, not parsed, and makes sure that the text reads back. */
import type { Diagnostic } from './model/diagnostic.js';
import type { RequestFile } from './model/model.js';
import { treeDifference } from './model/tree-difference.js';
import { MAX_REQUESTS, parseText } from './parse-file.js';
import { plainShape } from './print/plain-request.js';
import { printTree } from './print/print-tree.js';
import { MAX_REQUEST_FILE_BYTES } from './text/max-file-size.js';

export type PrintedFile =
  | { readonly text: string }
  /** The text would not be parsed to the same tree; the error is that of the parser, if it has one. */
  | { readonly difference: string; readonly error: Diagnostic | undefined };

/**
 * Parses only a part of the text where that part tells about the rest. When the part does not read back, or the file may
 * be too large, the whole text is parsed, which tells the place.
 */
export function printBuilt(file: RequestFile): PrintedFile {
  const text = printTree(file);
  const sample = sampleOf(file);
  if (sample !== file && Buffer.byteLength(text) <= MAX_REQUEST_FILE_BYTES) {
    if (findFault(sample, printTree(sample)) === undefined) return { text };
  }
  return findFault(file, text) ?? { text };
}

function findFault(
  file: RequestFile,
  text: string,
): Extract<PrintedFile, { difference: string }> | undefined {
  const found = parseText(text, file.path);
  const error = found.diagnostics.find(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  const difference = error?.message ?? treeDifference(file, found);
  return difference === undefined ? undefined : { difference, error };
}

/**
 * The file with one request of each shape, and with every request that has none. One that follows such a request is
 * kept too, because that might swallow it.
 */
function sampleOf(file: RequestFile): RequestFile {
  if (file.layout !== undefined || file.requests.length > MAX_REQUESTS) return file;
  const shapes = new Set<string>();
  let isAfterPlain = false;
  const requests = file.requests.filter((request) => {
    const shape = plainShape(request);
    const isImplied = isAfterPlain && shape !== undefined && shapes.has(shape);
    isAfterPlain = shape !== undefined;
    if (shape !== undefined) shapes.add(shape);
    return !isImplied;
  });
  return requests.length === file.requests.length ? file : { ...file, requests };
}
