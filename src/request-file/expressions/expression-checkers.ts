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
    checkers.jsonpath = once((await import('./check-jsonpath.js')).jsonpathProblem);
  if (text.includes('xpath')) checkers.xpath = once((await import('./check-xpath.js')).xpathProblem);
  return checkers;
}

/** Beyond this sum of squared lengths a file's further expressions are left to the run: no hang on hostile files. */
const MOST_EFFORT = 20_000_000;

/** Each expression is judged once. */
function once(check: (expression: string) => string | undefined): (expression: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  let effort = 0;
  return (expression) => {
    if (!known.has(expression)) {
      effort += expression.length ** 2;
      known.set(expression, effort > MOST_EFFORT ? undefined : check(expression));
    }
    return known.get(expression);
  };
}
