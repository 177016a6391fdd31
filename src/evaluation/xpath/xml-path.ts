/** XPath 1.0 on XML and HTML bodies (language section 6.2). Loaded only when an expression runs. */
import { ABSENT } from '../values/absent.js';
import { LimitExceeded, MAX_RESULT_LENGTH } from '../bounded/limits.js';
import { evaluateXPath } from './evaluate.js';
import type { Markup } from './markup.js';
import { parseXPath, type Expression } from '../../request-file/expressions/xpath/parse-xpath.js';
import { isNodeSet, toText } from './values.js';

const MOST_KEPT = 500;
const kept = new Map<string, Expression>();

/** One node gives its string value, several a list, none absent. Throws XPathProblem. */
export function xpathValue(
  expression: string,
  markup: Markup,
): string | number | boolean | readonly string[] | typeof ABSENT {
  const parsed = kept.get(expression) ?? parseXPath(expression);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(expression, parsed);
  if (markup.kind === 'none') return ABSENT;
  const value = evaluateXPath(parsed, markup);
  if (!isNodeSet(value)) return value;
  if (value.length === 0) return ABSENT;
  const texts: string[] = [];
  let length = 0;
  for (const node of value) {
    const text = toText([node]);
    length += text.length;
    // Nested elements repeat their text; whoever runs out of memory takes others along.
    if (length > MAX_RESULT_LENGTH) throw new LimitExceeded('the result is larger than 8 MiB');
    texts.push(text);
  }
  const [only = ''] = texts;
  return texts.length === 1 ? only : texts;
}
