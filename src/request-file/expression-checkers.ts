/**
 * Says why a JSONPath or XPath expression is invalid, undefined when it is valid. The parsers behind
 * it are large, so they are loaded only for files that use such expressions.
 */
export interface ExpressionCheckers {
  readonly jsonpath: (expression: string) => string | undefined;
  readonly xpath: (expression: string) => string | undefined;
}
