/**
 * Says why a JSONPath or XPath expression is invalid, undefined when it is valid. The parsers behind
 * it are large, so each is loaded only for files that use its word.
 */
export interface ExpressionCheckers {
  readonly jsonpath?: (expression: string) => string | undefined;
  readonly xpath?: (expression: string) => string | undefined;
}

export async function loadCheckers(text: string): Promise<ExpressionCheckers> {
  const checkers: { -readonly [K in keyof ExpressionCheckers]: ExpressionCheckers[K] } = {};
  if (/\bjsonpath\b/.test(text)) checkers.jsonpath = (await import('./check-jsonpath.js')).jsonpathProblem;
  if (/\bxpath\b/.test(text)) checkers.xpath = (await import('./check-xpath.js')).xpathProblem;
  return checkers;
}
