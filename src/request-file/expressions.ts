/** JSONPath (RFC 9535) and XPath, checked by the libraries that evaluate them. */
import { parseScript } from 'fontoxpath';
import { JSONPathEnvironment } from 'json-p3';
import type { ExpressionCheckers } from './expression-checkers.js';

const environment = new JSONPathEnvironment();

export const expressionCheckers: ExpressionCheckers = {
  jsonpath: (expression) => problem(() => environment.compile(expression)),
  xpath: (expression) => problem(() => parseScript(expression, {}, undefined as never)),
};

function problem(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return (message.split('\n')[0] ?? '').slice(0, 160);
  }
}
