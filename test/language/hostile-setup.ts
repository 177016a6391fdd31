import type { Diagnostic } from '../../src/request-file/model/diagnostic.js';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { validateFiles } from '../../src/request-file/validate.js';

export const MIB = 1024 * 1024;
export const REQUEST = 'GET http://127.0.0.1:1/\n';

export async function findings(source: string | Uint8Array): Promise<readonly Diagnostic[]> {
  const file = await parseRequestFile(source, 'hostile.http');
  const found = [...file.diagnostics, ...[...validateFiles([file]).values()].flat()];
  for (const { message } of found) if (message.length > 1000) throw new Error(`message of ${message.length}`);
  return found;
}

export async function codes(source: string | Uint8Array): Promise<Set<string>> {
  return new Set((await findings(source)).map(({ code }) => code));
}
