import { ServiceError } from '../errors.js';
import type { RequestFile } from './model/model.js';
import { printTree } from './print/print-tree.js';
import { unwritable } from './check-writable.js';

/** The canonical text of a tree; refuses one that would not read back, naming the field. */
export function printFile(file: RequestFile): string {
  const [finding] = unwritable(file);
  if (finding) {
    throw new ServiceError(
      'input',
      `${finding.field} of ${file.path} cannot be written as a request file: ${finding.reason}; change or remove it.`,
    );
  }
  return printTree(file);
}
