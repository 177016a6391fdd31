import { clientExportOf } from '../runs/foreign-definitions.js';
import type { Converted } from '../../../src/convert/converted.js';
import { convertClientExport } from '../../../src/convert/from-client-export/convert-client-export.js';

export function convert(perFolder: boolean, ...resources: readonly object[]): Promise<Converted> {
  const source = JSON.stringify(clientExportOf(...resources));
  return convertClientExport(source, { tests: false, saveBodies: false, perFolder });
}

export function tag(what: string, id: string, filter = ''): string {
  const written = `b64::${Buffer.from(filter).toString('base64')}::46b`;
  return `{% response '${what}', '${id}', '${written}', 'no-history', 60 %}`;
}
export const headers = (value: string): object => ({ headers: [{ name: 'X-A', value }] });
