/** From many nodes to others at once: each node is reached once, however many of the first ones lead to it. */
import type { Axis } from '../../request-file/expressions/xpath/parse-xpath.js';
import { nodesOn } from './axes.js';
import type { TreeNode } from './tree.js';

/** From nodes in document order; what is found may be in any order, and twice where that costs nothing. */
export function nodesOnAll(axis: Axis, from: readonly TreeNode[]): Iterable<TreeNode> {
  switch (axis) {
    case 'descendant':
    case 'descendant-or-self':
      return belowAll(axis, from);
    case 'ancestor':
    case 'ancestor-or-self':
      return aboveAll(axis, from);
    case 'following-sibling':
      return siblingsOfAll(axis, from);
    case 'preceding-sibling':
      return siblingsOfAll(axis, from.toReversed());
    case 'preceding':
      // What ends before any of the nodes begins also ends before the last one begins.
      return nodesOn(axis, from.at(-1) as TreeNode);
    case 'following':
      return nodesOn(axis, endingFirst(from));
    default:
      return eachOf(axis, from);
  }
}

function* eachOf(axis: Axis, from: readonly TreeNode[]): Generator<TreeNode> {
  for (const node of from) yield* nodesOn(axis, node);
}

/** What stands below another one of the nodes was reached from there. */
function* belowAll(axis: Axis, from: readonly TreeNode[]): Generator<TreeNode> {
  let covered = -1;
  for (const node of from) {
    // An attribute stands below nothing.
    if (node.order <= covered && node.kind !== 'attribute') continue;
    yield* nodesOn(axis, node);
    if (node.kind !== 'attribute') covered = endOf(node);
  }
}

function* aboveAll(axis: Axis, from: readonly TreeNode[]): Generator<TreeNode> {
  const seen = new Set<TreeNode>();
  for (const node of from) {
    for (const next of nodesOn(axis, node)) {
      if (seen.has(next)) break;
      seen.add(next);
      yield next;
    }
  }
}

/** Of nodes with the same parent, the first one in this order has all that the others have. */
function* siblingsOfAll(axis: Axis, from: readonly TreeNode[]): Generator<TreeNode> {
  const seen = new Set<TreeNode>();
  for (const node of from) {
    if (node.kind === 'attribute' || !node.parent || seen.has(node.parent)) continue;
    seen.add(node.parent);
    yield* nodesOn(axis, node);
  }
}

/** What follows any of the nodes follows this one. */
function endingFirst(from: readonly TreeNode[]): TreeNode {
  let best = from[0] as TreeNode;
  for (const node of from) {
    if (node.order > endOf(best)) break;
    best = node;
  }
  return best;
}

/** The last place in document order that belongs to the node. */
function endOf(node: TreeNode): number {
  let last = node;
  for (let next = last.children.at(-1); next; next = last.children.at(-1)) last = next;
  return last.attributes.at(-1)?.order ?? last.order;
}
