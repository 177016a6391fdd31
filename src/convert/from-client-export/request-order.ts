/** Orders requests after those whose responses they use. */
import { findUnusableReason } from '../assemble-request.js';
import type { Loss } from '../converted.js';
import type { ImportedFileDraft, ImportedRequestDraft } from '../import-draft.js';
import type { ResponseTags } from './response-tags.js';

/** Adds the captures, and keeps `after` only where it can be satisfied. */
export function orderRequests(files: readonly ImportedFileDraft[], tags: ResponseTags): ImportedFileDraft[] {
  const all = files.flatMap(({ requests }) => requests);
  if (all.every(({ after = [] }) => after.length === 0)) return [...files];
  const order = new RequestOrder(all);
  return files.map((file) => ({
    ...file,
    requests: file.requests.map((request) => ({
      ...request,
      captures: [...(request.captures ?? []), ...tags.capturesOf(request.place)],
      after: order.kept.get(request.place) ?? [],
      losses: [...(request.losses ?? []), ...(order.losses.get(request.place) ?? [])],
    })),
  }));
}

class RequestOrder {
  /** The requests that run before one, by the place of the latter. */
  readonly kept = new Map<string, string[]>();
  readonly losses = new Map<string, Loss[]>();
  readonly #requests: ReadonlyMap<string, ImportedRequestDraft>;
  /** The visited requests, and whether everything before them has been visited. */
  readonly #done = new Map<string, boolean>();

  constructor(requests: readonly ImportedRequestDraft[]) {
    this.#requests = new Map(requests.map((request) => [request.place, request]));
    for (const { place } of requests) this.#visit(place);
  }

  /** Not recursive, because chains may be as long as the export. */
  #visit(first: string): void {
    const open = [{ place: first, left: [...this.#afterOf(first)] }];
    if (this.#done.has(first)) return;
    this.#done.set(first, false);
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const { place, left } = at;
      const next = left.shift();
      if (next === undefined) {
        this.#done.set(place, true);
        open.pop();
      } else if (this.#keep(place, next) && !this.#done.has(next)) {
        this.#done.set(next, false);
        open.push({ place: next, left: [...this.#afterOf(next)] });
      }
    }
  }

  #afterOf(place: string): readonly string[] {
    return this.#requests.get(place)?.after ?? [];
  }

  #keep(place: string, before: string): boolean {
    const request = this.#requests.get(before);
    if (
      request !== undefined &&
      findUnusableReason(request) === undefined &&
      this.#done.get(before) !== false
    ) {
      this.kept.set(place, [...(this.kept.get(place) ?? []), before]);
      return true;
    }
    const why = this.#done.get(before) === false ? 'needs its response in turn' : 'cannot be carried';
    const reason = `it uses the response of ${request?.name || 'a request'}, which ${why}`;
    this.losses.set(place, [...(this.losses.get(place) ?? []), { path: place, reason }]);
    return false;
  }
}
