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
  if (text.includes('jsonpath'))
    checkers.jsonpath = memoize((await import('./check-jsonpath.js')).jsonpathProblem);
  if (text.includes('xpath')) checkers.xpath = memoize((await import('./check-xpath.js')).xpathProblem);
  return checkers;
}

/** Beyond this sum of squared lengths a file's further expressions are left to the run: no hang on hostile files. */
const MAX_EFFORT = 20_000_000;

/** Each expression is judged once. */
function memoize(
  check: (expression: string) => string | undefined,
): (expression: string) => string | undefined {
  const results = new Map<string, string | undefined>();
  let effort = 0;
  return (expression) => {
    if (!results.has(expression)) {
      effort += expression.length ** 2;
      results.set(expression, effort > MAX_EFFORT ? undefined : check(expression));
    }
    return results.get(expression);
  };
}
