import { ServiceError } from '../errors.js';
import type { RequestFile } from './model/model.js';
import { printTree } from './print/print-tree.js';
import { unwritableFields } from './check-writable.js';

/** The canonical text of a tree; throws if the text would not parse back to the same tree. */
export function printFile(file: RequestFile): string {
  const [finding] = unwritableFields(file);
  if (finding) {
    throw new ServiceError(
      'input',
      `${finding.field} of ${file.path} cannot be written as a request file: ${finding.reason}; change or remove it.`,
    );
  }
  return printTree(file);
}
