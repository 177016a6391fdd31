import { parseSync } from 'rolldown/utils';
import type { SourceFile } from './source-rules.js';
import { isFunction, isNode, isPause, isTestCall, nameOf, PAUSES, type SyntaxNode } from './test-syntax.js';

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
  const line = (node: SyntaxNode): number => text.slice(0, node.start).split('\n').length;
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
function isExpectation(node: SyntaxNode): boolean {
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
