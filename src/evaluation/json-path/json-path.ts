/** RFC 9535 queries on exact JSON. Loaded only when a query is evaluated. */
import { BudgetExceeded, isOnBudget } from '../bounded/step-budget.js';
import { compilePattern, loadLinearEngine, testFully, testPatternNow } from '../pattern/safe-pattern.js';
import { compileQuery, createEnvironment, type JsonQuery } from './json-path-query.js';

export type { JsonQuery } from './json-path-query.js';

const environment = createEnvironment((source, text) => {
  const compiled = compilePattern(source, '');
  if (!isOnBudget()) return testFully(compiled, text);
  const found = testPatternNow(compiled, text);
  if (found === undefined) throw new BudgetExceeded();
  return found;
});

/** Throws for text that is no query. */
export async function compileJsonPath(expression: string): Promise<JsonQuery> {
  const query = compileQuery(expression, environment);
  if (/match|search/.test(expression)) await loadLinearEngine();
  return query;
}
