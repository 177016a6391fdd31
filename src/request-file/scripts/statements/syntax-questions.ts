/** Questions about the syntax tree. */
import type { AnyNode, Expression, Statement } from 'acorn';
import {
  IGNORED_CALLS,
  IGNORED_OBJECTS,
  REMOVING_CALL,
  SETTING_CALLS,
  SETTING_MEMBERS,
} from '../values/global-names.js';
import { childNodes } from '../values/script-syntax.js';
import type { FunctionNode } from '../values/script-values.js';

/** All nodes below a node, with itself; those of functions inside only if wanted. */
function* nodesOf(node: AnyNode, intoFunctions: boolean): Generator<AnyNode> {
  const open: AnyNode[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    if (!intoFunctions && next !== node && isFunction(next)) continue;
    for (const child of childNodes(next)) open.push(child);
  }
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

export function isFunction(node: AnyNode): node is FunctionNode {
  return FUNCTIONS.has(node.type);
}

/** The names that anything below assigns or changes in place. */
export function assignedNames(node: AnyNode): Set<string> {
  const names = new Set<string>();
  const add = (target: AnyNode): void => {
    const root = rootName(target);
    if (root !== undefined) names.add(root);
    else if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern')
      for (const each of nodesOf(target, false)) if (each.type === 'Identifier') names.add(each.name);
  };
  for (const each of nodesOf(node, true)) {
    if (each.type === 'AssignmentExpression') add(each.left);
    else if (each.type === 'UpdateExpression') add(each.argument);
    else if (each.type === 'UnaryExpression' && each.operator === 'delete') add(each.argument);
    else if (each.type === 'ForInStatement' || each.type === 'ForOfStatement') add(each.left);
    else if (each.type === 'CallExpression') {
      const changed = changedByCall(each.callee);
      if (changed !== undefined) names.add(changed);
    }
  }
  return names;
}

/** The names that anything below declares. */
export function declaredNames(node: AnyNode): Set<string> {
  const names = new Set<string>();
  const add = (pattern: AnyNode): void => {
    for (const each of nodesOf(pattern, false)) if (each.type === 'Identifier') names.add(each.name);
  };
  for (const each of nodesOf(node, true)) {
    if (each.type === 'VariableDeclarator') add(each.id);
    else if (isFunction(each)) for (const parameter of each.params) add(parameter);
  }
  return names;
}

const CHANGING: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin add delete clear'.split(' '),
);

/** The name whose value a call such as `list.push(x)` changes. */
export function changedByCall(callee: AnyNode): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  return CHANGING.has(callee.property.name) ? rootName(callee.object) : undefined;
}

/** The name at the start of `a.b[0].c`. */
export function rootName(node: AnyNode): string | undefined {
  let at = node;
  for (;;) {
    if (at.type === 'Identifier') return at.name;
    if (at.type !== 'MemberExpression') return undefined;
    at = at.object;
  }
}

export function hasReturn(node: AnyNode): boolean {
  for (const each of nodesOf(node, false)) if (each.type === 'ReturnStatement') return true;
  return false;
}

/** How the body of a loop leaves it or skips a part of it, as a reason. */
export function jumpIn(body: AnyNode): string | undefined {
  const open: { readonly node: AnyNode; readonly breaks: boolean }[] = [{ node: body, breaks: true }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, breaks } = next;
    if (node.type === 'ContinueStatement') return 'skips a part of a loop';
    if (node.type === 'BreakStatement' && (breaks || node.label)) return 'leaves a loop';
    if (isFunction(node) || isLoop(node)) continue;
    const isOwn = breaks && node.type !== 'SwitchStatement';
    for (const child of childNodes(node)) open.push({ node: child, breaks: isOwn });
  }
  return undefined;
}

function isLoop({ type }: AnyNode): boolean {
  return /^(?:For|While|DoWhile)/.test(type) && type.endsWith('Statement');
}

/** The variables of the client that anything below sets or removes; undefined for one whose name is computed. */
export function changedVariables(node: AnyNode): Set<string | undefined> {
  const names = new Set<string | undefined>();
  for (const each of nodesOf(node, true)) {
    if (each.type === 'AssignmentExpression' && each.left.type === 'MemberExpression') {
      const [object = '', name, ...more] = calleeName(each.left)?.split('.') ?? [];
      if (Object.hasOwn(SETTING_MEMBERS, object) && more.length === 0) names.add(name);
    }
    if (each.type !== 'CallExpression') continue;
    const path = (calleeName(each.callee) ?? '').replace(/^insomnia\./, 'pm.');
    if (!Object.hasOwn(SETTING_CALLS, path) && !REMOVING_CALL.test(path)) continue;
    const [first] = each.arguments;
    names.add(first?.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined);
  }
  return names;
}

export function hasCall(node: AnyNode): boolean {
  for (const each of nodesOf(node, true)) if (each.type === 'CallExpression') return true;
  return false;
}

/** The name of what is called, such as `pm.response.json`; undefined if it is computed. */
export function calleeName(node: AnyNode): string | undefined {
  const names: string[] = [];
  let at = node;
  for (;;) {
    if (at.type === 'ChainExpression' || at.type === 'AwaitExpression') {
      at = at.type === 'ChainExpression' ? at.expression : at.argument;
    } else if (at.type === 'CallExpression') {
      at = at.callee;
      names.length = 0;
    } else if (at.type === 'MemberExpression') {
      if (at.computed || at.property.type !== 'Identifier') names.length = 0;
      else names.unshift(at.property.name);
      at = at.object;
    } else break;
  }
  return at.type === 'Identifier' ? [at.name, ...names].join('.') : undefined;
}

/** Whether a call only writes something for its reader. */
export function isIgnoredCall(path: string): boolean {
  return IGNORED_CALLS.has(path) || IGNORED_OBJECTS.some((name) => path.startsWith(`${name}.`));
}

export function isLog(statement: Statement): boolean {
  if (statement.type === 'EmptyStatement') return true;
  if (statement.type !== 'ExpressionStatement') return false;
  const { expression } = statement;
  const path = expression.type === 'CallExpression' ? calleeName(expression.callee) : undefined;
  return path !== undefined && isIgnoredCall(path);
}

/** The statements of a branch, which may be a single one. */
export function statementsOf(node: Statement): readonly Statement[] {
  return node.type === 'BlockStatement' ? node.body : [node];
}

/** Whether a branch does nothing but leave the function. */
export function onlyReturns(node: Statement): boolean {
  const statements = statementsOf(node).filter((each) => !isLog(each));
  return statements.length === 1 && statements[0]?.type === 'ReturnStatement';
}

/** The expression inside of `await`, parentheses and `?.`. */
export function unwrap(node: Expression): Expression {
  let at = node;
  for (;;) {
    if (at.type === 'AwaitExpression') at = at.argument;
    else if (at.type === 'ChainExpression' || at.type === 'ParenthesizedExpression') at = at.expression;
    else if (at.type === 'UnaryExpression' && at.operator === 'void') at = at.argument;
    else return at;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  IfStatement: 'a condition',
  SwitchStatement: 'a switch',
  TryStatement: 'a try block',
  ForStatement: 'a loop',
  ForInStatement: 'a loop',
  ForOfStatement: 'a loop',
  WhileStatement: 'a loop',
  DoWhileStatement: 'a loop',
  ClassDeclaration: 'a class',
  ThrowStatement: 'throw',
  ImportDeclaration: 'import',
  VariableDeclaration: 'a variable',
  FunctionDeclaration: 'a function',
};

/** What a statement is called in a report; never a text of it, which may be secret. */
export function formOf(node: AnyNode): string {
  const kind = KINDS[node.type];
  if (kind !== undefined) return kind;
  const expression = node.type === 'ExpressionStatement' ? unwrap(node.expression) : node;
  if (expression.type === 'AssignmentExpression') {
    const name = calleeName(expression.left);
    return name === undefined ? 'an assignment' : `the assignment to ${name}`;
  }
  return calleeName(expression) ?? 'a statement';
}

/** Whether anything below calls one of these. */
export function childrenNamed(node: AnyNode, names: ReadonlySet<string>): boolean {
  for (const each of nodesOf(node, true))
    if (each.type === 'CallExpression' && names.has(calleeName(each.callee) ?? '')) return true;
  return false;
}
