import type { Request, RequestFile } from '../request-file/model/model.js';
import { FetchFailure } from './rules/fetch-failure.js';

export interface RequestChoice {
  readonly name: string | undefined;
  /** Counted from 1. */
  readonly index: number | undefined;
}

/** The one request of a file that is meant (mcp.md 6.1); `shown` is how messages call the file. */
export function chooseRequest({ requests }: RequestFile, shown: string, choice: RequestChoice): Request {
  const request = found(requests, shown, choice);
  if (request.metadata.depends !== undefined)
    throw new FetchFailure(
      'unsupported_request',
      `${shown}:${request.line} declares @depends; run it with svc run`,
    );
  return request;
}

function found(requests: readonly Request[], shown: string, { name, index }: RequestChoice): Request {
  if (index !== undefined) {
    const request = requests[index - 1];
    if (request) return request;
    throw new FetchFailure(
      'not_found',
      `${shown} has ${requests.length} requests; index ${index} does not exist`,
    );
  }
  const fitting = name === undefined ? requests : requests.filter((request) => request.name === name);
  const [only, ...others] = fitting;
  if (only === undefined) {
    const what = name === undefined ? 'no requests' : `no request named ${name}`;
    throw new FetchFailure('not_found', `${shown} has ${what}`);
  }
  if (others.length === 0) return only;
  throw new FetchFailure(
    'ambiguous_request',
    name === undefined
      ? `${shown} holds ${fitting.length} requests; pass name or index`
      : `${fitting.length} requests in ${shown} are named ${name}; pass index`,
  );
}
