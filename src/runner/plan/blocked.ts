/** Finds dependency cycles through several files, whose members can never run. */
import { findCycles } from '../../request-file/model/find-cycles.js';
import { edgesBetween, keyOf, nodesOf, type Graph, type Node, type Owner } from './graph.js';

export interface Blocked {
  /** The requests on a cycle. */
  readonly blocked: ReadonlySet<Node>;
  /** For each file of the run that a cycle leads through, the findings that break it. */
  readonly cycles: ReadonlyMap<Owner, readonly string[]>;
}

export function findBlocked({ owners, externalOwners }: Graph): Blocked {
  const blocked = new Set<Node>();
  const cycles = new Map<Owner, string[]>();
  if (!owners.some(({ nodes }) => nodes.some(looksElsewhere))) return { blocked, cycles };
  const nodes = nodesOf([...owners, ...externalOwners]);
  for (const cycle of findCycles(edgesBetween(nodes))) {
    const members = cycle.flatMap((number) => nodes[number] ?? []);
    for (const member of members) blocked.add(member);
    for (const owner of owners) {
      const own = members.findIndex((member) => keyOf(member.owner.runnable) === keyOf(owner.runnable));
      if (own < 0) continue;
      const line = cycleLine([...members.slice(own), ...members.slice(0, own)]);
      cycles.set(owner, [...(cycles.get(owner) ?? []), line]);
    }
  }
  return { blocked, cycles };
}

function looksElsewhere(node: Node | undefined): boolean {
  return node !== undefined && node.dependencies.some(({ written }) => written.includes('#'));
}

function cycleLine(members: readonly Node[]): string {
  const [first] = members;
  const chain = [...members, ...members.slice(0, 1)].map(
    ({ owner, request }) => `${owner.runnable.shown}#${request.name}`,
  );
  const { shown } = first?.owner.runnable ?? { shown: '' };
  return `${shown}:${first?.request.line ?? 1}:1: dependency cycle: ${chain.join(' → ')}`;
}
