/** XPath 1.0 on XML and HTML bodies (language section 6.2). Loaded only when an expression runs. */
import { ABSENT } from './absent.js';
import { evaluateXPath } from './xpath/evaluate.js';
import type { Markup } from './xpath/markup.js';
import { parseXPath, type Expression } from '../request-file/xpath/parse-xpath.js';
import { stringValue } from './xpath/tree.js';
import { isNodeSet } from './xpath/values.js';

const MOST_KEPT = 500;
const kept = new Map<string, Expression>();

/** One node gives its string value, several a list, none absent. Throws XPathProblem. */
export function xpathValue(expression: string, markup: Markup): unknown {
  const parsed = kept.get(expression) ?? parseXPath(expression);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(expression, parsed);
  if (markup.kind === 'none') return ABSENT;
  const value = evaluateXPath(parsed, markup);
  if (!isNodeSet(value)) return value;
  if (value.length === 0) return ABSENT;
  const texts = value.map(stringValue);
  return texts.length === 1 ? texts[0] : texts;
}
