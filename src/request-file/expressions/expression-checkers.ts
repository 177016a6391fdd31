/**
 * Return the reason why a JSONPath or XPath expression is invalid, undefined if it is valid. The parsers are large, so
 * each is loaded only for files that contain its keyword.
 */
export interface ExpressionCheckers {
  readonly jsonpath?: (expression: string) => string | undefined;
  readonly xpath?: (expression: string) => string | undefined;
}

const NO_CHECKERS: ExpressionCheckers = {};

/** Waits for nothing where no checker is needed, as in most files. */
export function loadCheckers(text: string): ExpressionCheckers | Promise<ExpressionCheckers> {
  return text.includes('jsonpath') || text.includes('xpath') ? loadNeeded(text) : NO_CHECKERS;
}

type MutableCheckers = { -readonly [K in keyof ExpressionCheckers]: ExpressionCheckers[K] };

/** What was loaded before, since asking the loader again takes longer than to parse a file. */
const loaded: MutableCheckers = {};

async function loadNeeded(text: string): Promise<ExpressionCheckers> {
  const checkers: MutableCheckers = {};
  if (text.includes('jsonpath')) {
    loaded.jsonpath ??= (await import('./check-jsonpath.js')).jsonpathProblem;
    checkers.jsonpath = memoize(loaded.jsonpath);
  }
  if (text.includes('xpath')) {
    loaded.xpath ??= (await import('./check-xpath.js')).xpathProblem;
    checkers.xpath = memoize(loaded.xpath);
  }
  return checkers;
}

/** The sum of squared lengths beyond which expressions are checked only when run, so that hostile files do no harm. */
const MAX_EFFORT = 20_000_000;

/** Checks each distinct expression only once. */
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
