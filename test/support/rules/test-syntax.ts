/** The syntax of tests, as their rules see it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A timer of less than a turn of the event loop is no guess about how long something takes. */
const NO_TIME = 0;

export const PAUSES = ['sleep', 'pause', 'wait', 'delay', 'setTimeout'];

/** `it(…)`, `it.each(…)(…)`, `it.skipIf(…)(…)`. */
export function isTestCall(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'CallExpression') return false;
  let callee: unknown = node['callee'];
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = callee['callee'] ?? callee['object'] ?? callee['tag'];
  return ['it', 'test'].includes(nameOf(callee));
}

/** `sleep(500)`, and `new Promise((resolve) => setTimeout(resolve, 500))`. */
export function isPause(value: unknown): boolean {
  if (!isNode(value)) return false;
  const [first] = argumentsOf(value);
  if (value.type === 'CallExpression') {
    return PAUSES.includes(nameOf(value['callee'])) && !isNoTime(first);
  }
  return value.type === 'NewExpression' && nameOf(value['callee']) === 'Promise' && startsTimer(first);
}

function startsTimer(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(startsTimer);
  if (!isNode(value)) return false;
  const isTimer =
    value.type === 'CallExpression' &&
    nameOf(value['callee']) === 'setTimeout' &&
    !isNoTime(argumentsOf(value)[1]);
  return isTimer || Object.values(value).some(startsTimer);
}

function isNoTime(node: SyntaxNode | undefined): boolean {
  return node?.type === 'Literal' && node['value'] === NO_TIME;
}

export function isFunction(value: unknown): boolean {
  return isNode(value) && /^(Function|ArrowFunction)/.test(value.type);
}

export function nameOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

/** Of a call; or another list of a node. */
export function argumentsOf(node: SyntaxNode, key = 'arguments'): readonly SyntaxNode[] {
  const list = node[key];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}
