/**
 * `--shard i/n` (cli.md 6.5): the units are the groups of requests of one file that `@depends`
 * connects, numbered over all files; a file that cannot run is one unit.
 */
import type { FileDraft, Roles } from './file-draft.js';
import type { Owner } from './graph.js';

export function cutShard(
  drafts: FileDraft[],
  { index, count }: { readonly index: number; readonly count: number },
): void {
  let unit = 0;
  const isMine = (): boolean => unit++ % count === index - 1;
  for (const draft of drafts) {
    if (draft.broken.length > 0) {
      if (!isMine()) draft.broken = [];
      continue;
    }
    const { owner, roles } = draft;
    if (!owner) continue;
    const mine: Roles = new Map();
    for (const group of connected(owner, roles)) {
      if (isMine()) for (const place of group) mine.set(place, roles.get(place) ?? 'pulledIn');
    }
    draft.roles = mine;
  }
}

/** Groups in the order of their first request. */
function connected(owner: Owner, roles: Roles): number[][] {
  const places = [...roles.keys()].sort((a, b) => a - b);
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
