/**
 * `--shard i/n`: the units are the groups of requests of one file that `@depends` connects, numbered over all files; a
 * file that cannot run, and one with `run` lines, is one unit.
 */
import type { Owner } from './graph.js';
import type { RunnableFile } from './run-input.js';

/** How each request of a file became part of the run, by its index. */
export type Roles = Map<number, 'selected' | 'pulledIn'>;

/** A file while its plan is built. */
export interface FileDraft {
  readonly runnable: RunnableFile;
  readonly owner: Owner | undefined;
  broken: readonly string[];
  roles: Roles;
  /** Whether its `run` lines are executed, which stand between requests and so need all of them. */
  runsLines: boolean;
}

export function cutShard(
  drafts: FileDraft[],
  { index, count }: { readonly index: number; readonly count: number },
): void {
  let unit = 0;
  const isOwnUnit = (): boolean => unit++ % count === index - 1;
  for (const draft of drafts) {
    if (draft.broken.length > 0) {
      if (!isOwnUnit()) draft.broken = [];
      continue;
    }
    const { owner, roles } = draft;
    if (!owner) continue;
    if (draft.runsLines) {
      draft.runsLines = isOwnUnit();
      if (!draft.runsLines) draft.roles = new Map();
      continue;
    }
    const ownRoles: Roles = new Map();
    for (const group of connectRequests(owner, roles.keys())) {
      if (isOwnUnit()) for (const place of group) ownRoles.set(place, roles.get(place) ?? 'pulledIn');
    }
    draft.roles = ownRoles;
  }
}

/** Returns the groups of requests of a file that `@depends` connects, in the order of their first request. */
export function connectRequests(owner: Owner, all: Iterable<number>): number[][] {
  const places = [...all].sort((a, b) => a - b);
  const neighbours = new Map<number, number[]>(places.map((place) => [place, []]));
  for (const place of places) {
    for (const { node } of owner.nodes[place]?.dependencies ?? []) {
      if (node?.owner !== owner) continue;
      neighbours.get(place)?.push(node.place);
      neighbours.get(node.place)?.push(place);
    }
  }
  const seen = new Set<number>();
  return places.flatMap((place) => {
    if (seen.has(place)) return [];
    const group = [place];
    seen.add(place);
    for (const member of group) {
      for (const neighbour of neighbours.get(member) ?? []) {
        if (seen.has(neighbour)) continue;
        seen.add(neighbour);
        group.push(neighbour);
      }
    }
    return [group];
  });
}
