import type { Expression } from '../../request-file/expressions/xpath/parse-xpath.js';

/** Whether a predicate may depend on the place of a node among others: a number is compared with it. */
export function isPositional(predicate: Expression): boolean {
  return mayBeNumber(predicate) || usesPosition(predicate);
}

const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set([
  'last',
  'position',
  'count',
  'string-length',
  'number',
  'sum',
  'floor',
  'ceiling',
  'round',
]);

function mayBeNumber(expression: Expression): boolean {
  switch (expression.kind) {
    case 'number':
    case 'negate':
      return true;
    case 'call':
      return NUMBER_FUNCTIONS.has(expression.name);
    case 'binary':
      return ['+', '-', '*', 'div', 'mod'].includes(expression.operator);
    default:
      return false;
  }
}

/** In the predicate itself: those inside its paths speak of other nodes. */
function usesPosition(expression: Expression): boolean {
  switch (expression.kind) {
    case 'number':
    case 'literal':
      return false;
    case 'negate':
      return usesPosition(expression.operand);
    case 'call':
      return (
        expression.name === 'position' || expression.name === 'last' || expression.args.some(usesPosition)
      );
    case 'binary':
      return usesPosition(expression.left) || usesPosition(expression.right);
    case 'filter':
      return usesPosition(expression.primary);
    case 'path':
      return typeof expression.start === 'object' && usesPosition(expression.start);
  }
}
