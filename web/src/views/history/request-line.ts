import type { ParsedFile } from '../../../../src/server/api-types.js';

/** The line of the request that a stored result belongs to; 0 if the file has no such request any more. */
export function requestLine({ requests }: Pick<ParsedFile, 'requests'>, resultName: string): number {
  const named = (name: string): number =>
    requests.find(
      (request) => (request.name === '' ? `${request.method} ${request.url}` : request.name) === name,
    )?.line ?? 0;
  // Each data row has a result of its own, such as `create [2]`.
  return named(resultName) || named(resultName.replace(/ \[\d+\]$/, ''));
}
