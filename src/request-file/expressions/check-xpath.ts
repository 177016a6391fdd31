import { parseXPath } from './xpath/parse-xpath.js';
import { XPathProblem } from './xpath/tokens.js';

/** The reason why the text is no XPath 1.0 expression; undefined if it is one. */
export function xpathProblem(expression: string): string | undefined {
  try {
    parseXPath(expression);
    return undefined;
  } catch (cause) {
    return cause instanceof XPathProblem ? cause.message : 'no XPath expression';
  }
}
