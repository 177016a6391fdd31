/** The axes of XPath 1.0 (section 2.2): from a node to others, nearest first. */
import type { Axis } from '../../request-file/expressions/xpath/parse-xpath.js';
import { spendSteps } from '../bounded/step-budget.js';
import { descendants, type TreeNode } from './tree.js';

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
      return descendants(node);
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
      // The axis is deprecated since XPath 2.0, and the tree has no nodes for it.
      return [];
  }
}

/** Whether the axis gives its nodes in reverse document order. */
export function isReverse(axis: Axis): boolean {
  return (
    axis === 'ancestor' || axis === 'ancestor-or-self' || axis === 'preceding' || axis === 'preceding-sibling'
  );
}

function* selfAndBelow(node: TreeNode): Generator<TreeNode> {
  yield node;
  yield* descendants(node);
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

/** Binary search, since children are in document order. */
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
  // The children of its element are the first nodes that follow an attribute.
  if (node.kind === 'attribute' && node.parent) yield* descendants(node.parent);
  for (const ancestor of above(node.kind === 'attribute' ? node.parent : node)) {
    for (const sibling of siblings(ancestor, 1)) yield* selfAndBelow(sibling);
  }
}

function* preceding(node: TreeNode): Generator<TreeNode> {
  for (const ancestor of above(node.kind === 'attribute' ? node.parent : node)) {
    for (const sibling of siblings(ancestor, -1)) {
      const nodes = [...selfAndBelow(sibling)];
      spendSteps(nodes.length);
      yield* nodes.reverse();
    }
  }
}
