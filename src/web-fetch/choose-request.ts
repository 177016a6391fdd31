import type { Request, RequestFile } from '../request-file/model/model.js';
import { FetchFailure } from './rules/fetch-failure.js';

export interface RequestChoice {
  readonly name: string | undefined;
  /** The position in the file, counted from 1. */
  readonly index: number | undefined;
}

/** Finds the requested one of a file; `shown` is the file as messages name it. */
export function chooseRequest({ requests }: RequestFile, shown: string, choice: RequestChoice): Request {
  const request = findRequest(requests, shown, choice);
  if (request.metadata.depends !== undefined)
    throw new FetchFailure(
      'unsupported_request',
      `${shown}:${request.line} declares @depends; run it with svc run`,
    );
  return request;
}

function findRequest(requests: readonly Request[], shown: string, { name, index }: RequestChoice): Request {
  if (index !== undefined) {
    const request = requests[index - 1];
    if (request) return request;
    throw new FetchFailure(
      'not_found',
      `${shown} has ${requests.length} requests; index ${index} does not exist`,
    );
  }
  const matching = name === undefined ? requests : requests.filter((request) => request.name === name);
  const [only, ...others] = matching;
  if (only === undefined) {
    const what = name === undefined ? 'no requests' : `no request named ${name}`;
    throw new FetchFailure('not_found', `${shown} has ${what}`);
  }
  if (others.length === 0) return only;
  throw new FetchFailure(
    'ambiguous_request',
    name === undefined
      ? `${shown} holds ${matching.length} requests; pass name or index`
      : `${matching.length} requests in ${shown} are named ${name}; pass index`,
  );
}
