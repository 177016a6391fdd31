import { parseRequestFile } from '../../../src/request-file/parse-file.js';
import type { RequestFile } from '../../../src/request-file/model/model.js';

/** A request file with the given texts on the given lines, and empty lines between them. */
export function requestFile(lines: Readonly<Record<number, string>>): Promise<RequestFile> {
  const last = Math.max(...Object.keys(lines).map(Number));
  const text = Array.from({ length: last }, (_, index) => lines[index + 1] ?? '').join('\n');
  return parseRequestFile(`${text}\n`, 'shop/orders.http');
}
