/** The axes of XPath 1.0 (section 2.2): from a node to others, nearest first. */
import type { Axis } from '../../request-file/expressions/xpath/parse-xpath.js';
import { spend } from '../bounded/step-budget.js';
import type { TreeNode } from './tree.js';

export function nodesOn(axis: Axis, node: TreeNode): Iterable<TreeNode> {
  switch (axis) {
    case 'self':
      return [node];
    case 'child':
      return node.children;
    case 'attribute':
      return node.attributes;
    case 'parent':
      return node.parent ? [node.parent] : [];
    case 'descendant':
      return below(node);
    case 'descendant-or-self':
      return selfAndBelow(node);
    case 'ancestor':
      return above(node.parent);
    case 'ancestor-or-self':
      return above(node);
    case 'following-sibling':
      return siblings(node, 1);
    case 'preceding-sibling':
      return siblings(node, -1);
    case 'following':
      return following(node);
    case 'preceding':
      return preceding(node);
    case 'namespace':
      // Deprecated since XPath 2.0; no answer holds nodes for it.
      return [];
  }
}

/** Nodes on these come last in document order first. */
export function isReverse(axis: Axis): boolean {
  return (
    axis === 'ancestor' || axis === 'ancestor-or-self' || axis === 'preceding' || axis === 'preceding-sibling'
  );
}

function* below(node: TreeNode): Generator<TreeNode> {
  const waiting = [...node.children].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (let at = next.children.length - 1; at >= 0; at--) waiting.push(next.children[at] as TreeNode);
  }
}

function* selfAndBelow(node: TreeNode): Generator<TreeNode> {
  yield node;
  yield* below(node);
}

function* above(start: TreeNode | undefined): Generator<TreeNode> {
  for (let node = start; node; node = node.parent) yield node;
}

function* siblings(node: TreeNode, direction: 1 | -1): Generator<TreeNode> {
  const list = node.kind === 'attribute' ? [] : (node.parent?.children ?? []);
  for (let at = indexIn(list, node) + direction; at >= 0 && at < list.length; at += direction) {
    yield list[at] as TreeNode;
  }
}

/** Children stand in document order. */
function indexIn(list: readonly TreeNode[], node: TreeNode): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as TreeNode).order < node.order) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* following(node: TreeNode): Generator<TreeNode> {
  // What follows an attribute begins with the children of its element.
  if (node.kind === 'attribute' && node.parent) yield* below(node.parent);
  for (const ancestor of above(node.kind === 'attribute' ? node.parent : node)) {
    for (const sibling of siblings(ancestor, 1)) yield* selfAndBelow(sibling);
  }
}

function* preceding(node: TreeNode): Generator<TreeNode> {
  for (const ancestor of above(node.kind === 'attribute' ? node.parent : node)) {
    for (const sibling of siblings(ancestor, -1)) {
      const nodes = [...selfAndBelow(sibling)];
      spend(nodes.length);
      yield* nodes.reverse();
    }
  }
}
