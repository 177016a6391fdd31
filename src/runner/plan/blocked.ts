/** Finds dependency cycles through several files, whose members can never run. */
import { findCycles } from '../../request-file/model/find-cycles.js';
import { problemLine, type ProblemDetail } from './problem-detail.js';
import { edgesBetween, keyOf, nodesOf, type Graph, type Node, type Owner } from './graph.js';

export interface Blocked {
  /** The requests on a cycle, with the finding about it. */
  readonly blocked: ReadonlyMap<Node, ProblemDetail>;
  /** For each file of the run that a cycle leads through, the findings that break it. */
  readonly cycles: ReadonlyMap<Owner, readonly Cycle[]>;
}

export interface Cycle {
  /** The request of the file that is on it. */
  readonly node: Node;
  /** The way from that request back to itself. */
  readonly chain: string;
}

export function findBlocked({ owners, externalOwners }: Graph): Blocked {
  const blocked = new Map<Node, ProblemDetail>();
  const cycles = new Map<Owner, Cycle[]>();
  if (!owners.some(({ nodes }) => nodes.some(looksElsewhere))) return { blocked, cycles };
  const nodes = nodesOf([...owners, ...externalOwners]);
  for (const cycle of findCycles(edgesBetween(nodes))) {
    const members = cycle.flatMap((number) => nodes[number] ?? []);
    const [start] = members;
    if (!start) continue;
    const finding = cycleDetail({ node: start, chain: chainOf(members) });
    for (const member of members) blocked.set(member, finding);
    for (const owner of owners) {
      const own = members.findIndex((member) => keyOf(member.owner.runnable) === keyOf(owner.runnable));
      const node = members[own];
      if (!node) continue;
      const chain = chainOf([...members.slice(own), ...members.slice(0, own)]);
      cycles.set(owner, [...(cycles.get(owner) ?? []), { node, chain }]);
    }
  }
  return { blocked, cycles };
}

function looksElsewhere(node: Node | undefined): boolean {
  return (
    node !== undefined &&
    node.dependencies.some(
      (each) => each.written.includes('#') || (each.node && each.node.owner !== node.owner),
    )
  );
}

function chainOf(members: readonly Node[]): string {
  return [...members, ...members.slice(0, 1)]
    .map(({ owner, request }) => `${owner.runnable.shown}#${request.name}`)
    .join(' → ');
}

export function cycleLine(cycle: Cycle): string {
  return problemLine(cycleDetail(cycle));
}

function cycleDetail({ node, chain }: Cycle): ProblemDetail {
  const place = `${node.owner.runnable.shown}:${node.request.line}:1`;
  return { place, message: `dependency cycle: ${chain}` };
}
