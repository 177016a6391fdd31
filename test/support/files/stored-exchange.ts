/** A stored response for unit tests of strength. */
import { parseText } from '../../../src/request-file/parse-file.js';
import type { StoredExchange } from '../../../src/strength/model/stored-exchange.js';

const [request] = parseText('GET http://localhost/\n', 'a.http').requests;

export function storedExchange(changes: Partial<StoredExchange> = {}): StoredExchange {
  if (request === undefined) throw new Error('no request');
  return {
    request,
    file: 'a.http',
    name: 'a',
    row: '',
    method: 'GET',
    url: 'http://localhost/',
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: '',
    isCut: false,
    durationMs: 1,
    source: 'run',
    runId: 0,
    expected: [],
    ...changes,
  };
}
