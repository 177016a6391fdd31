import type { RequestFile } from '../request-file/model.js';
import { parseRequestFile } from '../request-file/parse-file.js';

/** How a request file is read: a server has large ones read beside its event loop. */
export interface FileParser {
  parse(bytes: Uint8Array, path: string): Promise<RequestFile>;
  /** The number of requests alone; undefined where parsing is as quick. */
  count(bytes: Uint8Array, path: string): Promise<number> | undefined;
}

export const PARSE_HERE: FileParser = { parse: parseRequestFile, count: () => undefined };

/** 0 for a file with errors (server.md 5.1). */
export function requestCount({ diagnostics, requests }: RequestFile): number {
  return diagnostics.some(({ severity }) => severity === 'error') ? 0 : requests.length;
}
