import { parseSync } from 'rolldown/utils';
import type { SourceFile } from './source-rules.js';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** A timer of less than a turn of the event loop is no guess about how long something takes. */
const NO_TIME = 0;

const PAUSES = ['sleep', 'pause', 'wait', 'delay', 'setTimeout'];
/** A file without any of these words has no violation, and need not be parsed. */
const NAMES_TIME = new RegExp(`\\b(?:now|${PAUSES.join('|')})\\b`);

/**
 * Where a test asserts how long something took, or waits for a fixed time: both fail on a busy machine, or make all
 * others wait. Delays of fake servers and intervals of polling are in functions of their own, and allowed.
 */
export function timeViolations({ path, text }: SourceFile): string[] {
  if (!NAMES_TIME.test(text)) return [];
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const line = (node: Node): number => text.slice(0, node.start).split('\n').length;
  const visit = (value: unknown, isTestBody: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, isTestBody);
    if (!isNode(value)) return;
    if (isExpectation(value) && readsClock(value['arguments']))
      found.push(`${path}:${line(value)}: asserts a time`);
    if (isTestBody && value.type === 'AwaitExpression' && isPause(value['argument']))
      found.push(`${path}:${line(value)}: waits for a fixed time`);
    for (const [key, child] of Object.entries(value)) {
      if (isTestCall(value) && key === 'arguments') {
        for (const argument of child as readonly unknown[]) visitArgument(argument);
      } else visit(child, isTestBody && !isFunction(value));
    }
  };
  const visitArgument = (argument: unknown): void => {
    if (isNode(argument) && isFunction(argument)) visit(argument['body'], true);
    else visit(argument, false);
  };
  visit(program, false);
  return found;
}

/** `expect(…)`, whose argument is what is asserted. */
function isExpectation(node: Node): boolean {
  return node.type === 'CallExpression' && nameOf(node['callee']) === 'expect';
}

/** `performance.now()` and `Date.now()`, in this very expression; a fake clock has a name of its own. */
function readsClock(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(readsClock);
  if (!isNode(value) || isFunction(value)) return false;
  if (value.type === 'BinaryExpression' && value['operator'] === '-') {
    return [value['left'], value['right']].some(isClock);
  }
  return Object.values(value).some(readsClock);
}

function isClock(value: unknown): boolean {
  if (!isNode(value) || value.type !== 'CallExpression' || !isNode(value['callee'])) return false;
  const { object, property } = value['callee'];
  return ['performance', 'Date'].includes(nameOf(object)) && nameOf(property) === 'now';
}

/** `sleep(500)`, and `new Promise((resolve) => setTimeout(resolve, 500))`. */
function isPause(value: unknown): boolean {
  if (!isNode(value)) return false;
  const [first] = listOf(value['arguments']);
  if (value.type === 'CallExpression') {
    return PAUSES.includes(nameOf(value['callee'])) && !isNoTime(first);
  }
  return value.type === 'NewExpression' && nameOf(value['callee']) === 'Promise' && startsTimer(first);
}

function startsTimer(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(startsTimer);
  if (!isNode(value)) return false;
  const isTimer = value.type === 'CallExpression' && nameOf(value['callee']) === 'setTimeout';
  return isTimer || Object.values(value).some(startsTimer);
}

function isNoTime(node: Node | undefined): boolean {
  return node?.type === 'Literal' && node['value'] === NO_TIME;
}

/** `it(…)`, `it.each(…)(…)`, `it.skipIf(…)(…)`. */
function isTestCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  let callee: unknown = node['callee'];
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = callee['callee'] ?? callee['object'] ?? callee['tag'];
  return ['it', 'test'].includes(nameOf(callee));
}

function isFunction(value: unknown): boolean {
  return isNode(value) && /^(Function|ArrowFunction)/.test(value.type);
}

function nameOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
