import type { Converted } from '../../../src/convert/converted.js';
import { convertClientExport } from '../../../src/convert/from-client-export/convert-client-export.js';

export function convert(document: unknown, perFolder = false): Promise<Converted> {
  const source = typeof document === 'string' ? document : JSON.stringify(document);
  return convertClientExport(source, { tests: true, saveBodies: false, perFolder });
}
