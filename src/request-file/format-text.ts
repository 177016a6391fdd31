import { ServiceError } from '../errors.js';
import { hasErrors } from './model/diagnostic.js';
import type { RequestFile } from './model/model.js';
import { parseRequestFile, parseText } from './parse-file.js';
import { printTree } from './print/print-tree.js';
import { treeDifference } from './model/tree-difference.js';

export type Formatted =
  | { readonly ok: true; readonly text: string }
  /** The file has errors, which are in its diagnostics. */
  | { readonly ok: false; readonly file: RequestFile };

/** The canonical text of a request file. It is parsed and compared with the file before it is returned. */
export async function formatRequestFile(source: string | Uint8Array, path: string): Promise<Formatted> {
  const file = await parseRequestFile(source, path);
  if (hasErrors(file)) return { ok: false, file };
  const text = printTree(file);
  if (text === source) return { ok: true, text };
  const reparsed = parseText(text, path);
  if (reparsed.diagnostics.some(({ code }) => code === 'file_too_large')) {
    throw new ServiceError(
      'too-large',
      `${path} would exceed 10 MiB once formatted; split it into several files.`,
    );
  }
  const difference = treeDifference(file, reparsed);
  if (difference !== undefined) {
    throw new ServiceError(
      'internal',
      `Formatting ${path} would change ${difference}; the file was left as it is, please report it.`,
    );
  }
  return { ok: true, text };
}
