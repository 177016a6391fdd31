/** The values of XPath 1.0 and their conversions (sections 3.4, 4.2 to 4.4). */
import { spendSteps } from '../bounded/step-budget.js';
import { stringValue, type TreeNode } from './tree.js';

/** Node-sets are lists in document order. */
export type XPathValue = readonly TreeNode[] | string | number | boolean;

export function isNodeSet(value: XPathValue): value is readonly TreeNode[] {
  return typeof value === 'object';
}

export function toText(value: XPathValue): string {
  if (typeof value === 'string') return charged(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  const [first] = value;
  return first ? charged(stringValue(first)) : '';
}

/** Counts the steps for a text, since its length decides how long it takes to use it. */
function charged(text: string): string {
  spendSteps(text.length / CHARACTERS_PER_STEP);
  return text;
}

const CHARACTERS_PER_STEP = 100;

/** The text of a number, never with an exponent (XPath 1.0, section 4.2). */
function numberText(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) < 1e21) {
    const text = String(value);
    const small = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
    if (!small) return text;
    const [, sign = '', digit = '', rest = '', exponent = '0'] = small;
    return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digit}${rest}`;
  }
  return BigInt(value).toString();
}

export function toNumber(value: XPathValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = toText(value);
  return /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/.test(text) ? Number(text) : Number.NaN;
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  return value.length > 0;
}

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export function compare(operator: Comparison, left: XPathValue, right: XPathValue): boolean {
  spendSteps(1);
  // A node-set is compared node by node, except with a boolean, which asks only whether it has any node.
  if (isNodeSet(left)) {
    if (typeof right === 'boolean') return compare(operator, toBoolean(left), right);
    return left.some((node) => compare(operator, asOther(node, right), right));
  }
  if (isNodeSet(right)) {
    if (typeof left === 'boolean') return compare(operator, left, toBoolean(right));
    return right.some((node) => compare(operator, left, asOther(node, left)));
  }
  if (operator !== '=' && operator !== '!=') return ordered(operator, toNumber(left), toNumber(right));
  return equal(left, right) === (operator === '=');
}

function asOther(node: TreeNode, other: XPathValue): XPathValue {
  const text = charged(stringValue(node));
  return typeof other === 'number' ? toNumber(text) : text;
}

function equal(left: XPathValue, right: XPathValue): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right);
  if (typeof left === 'number' || typeof right === 'number') return toNumber(left) === toNumber(right);
  return toText(left) === toText(right);
}

function ordered(operator: '<' | '<=' | '>' | '>=', left: number, right: number): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
