import type { Request, RequestFile } from '../request-file/model/model.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { listHint, nameHint } from './rules/name-hint.js';

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
  if (name === undefined) return onlyRequest(requests, shown);
  const found = requests.flatMap((request, at) => (request.name === name ? [{ request, at }] : []));
  const [first, ...others] = found;
  if (first === undefined) {
    const names = requests.map((request) => request.name);
    const hint = nameHint(name, names, 'its requests have no names; pass index');
    throw new FetchFailure('not_found', `${shown} has no request named ${name}`, { hint });
  }
  if (others.length === 0) return first.request;
  const places = found.map(({ at }) => String(at + 1));
  throw new FetchFailure(
    'ambiguous_request',
    `${found.length} requests in ${shown} are named ${name}; pass index`,
    { hint: listHint(places) },
  );
}

function onlyRequest(requests: readonly Request[], shown: string): Request {
  const [only, ...others] = requests;
  if (only === undefined) throw new FetchFailure('not_found', `${shown} has no requests`);
  if (others.length === 0) return only;
  throw new FetchFailure(
    'ambiguous_request',
    `${shown} holds ${requests.length} requests; pass name or index`,
  );
}
