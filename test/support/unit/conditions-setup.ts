import type { Request } from '../../../src/request-file/model/model.js';
import { parseText } from '../../../src/request-file/parse-file.js';

export function parsed(
  block: string,
  ...lines: readonly string[]
): { request: Request; codes: readonly string[] } {
  const text = `GET http://127.0.0.1/\n\n${block}\n${lines.join('\n')}\n<<<\n`;
  const { requests, diagnostics } = parseText(text, 'a.http');
  return { request: requests[0] as Request, codes: diagnostics.map(({ code, line }) => `${line} ${code}`) };
}
