/** The names whose value a function may change at a time that nobody can see. */
import type { AnyNode, Program } from 'acorn';
import { TEST_CALLS, VISITED_CALLS } from '../values/global-names.js';
import type { FunctionNode } from '../values/script-values.js';
import { childNodes } from '../values/script-syntax.js';
import { assignedNames, calleeName, declaredNames, isFunction } from './syntax-questions.js';

/** Bodies of tests and functions that are called where they stand run once and in order; all others do not. */
export function namesOfNestedFunctions(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const open: AnyNode[] = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    const inOrder = node.type === 'CallExpression' && runsInOrder(node.callee);
    for (const child of childNodes(node)) {
      if (!isFunction(child) || (inOrder && node.type === 'CallExpression')) open.push(child);
      else for (const name of outerNames(child)) names.add(name);
    }
  }
  return names;
}

function runsInOrder(callee: AnyNode): boolean {
  if (isFunction(callee)) return true;
  const name = calleeName(callee) ?? '';
  return TEST_CALLS.has(name.replace(/^insomnia\./, 'pm.')) || VISITED_CALLS.test(name);
}

/** The names that a function assigns and does not declare. */
function outerNames(node: FunctionNode): Set<string> {
  const names = assignedNames(node.body);
  for (const name of declaredNames(node)) names.delete(name);
  return names;
}
