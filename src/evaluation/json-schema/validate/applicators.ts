/** Keywords that combine or refer to other schemas. */
import type { ValidationContext, KeywordCheck } from './validation-context.js';
import { asList, member } from '../references/schema-node.js';

const reference =
  (kind: 'static' | 'dynamic' | 'recursive'): KeywordCheck =>
  (value, instance, context) =>
    typeof value !== 'string' || context.validator.applyReference(value, instance, context, kind);

const allOf: KeywordCheck = (value, instance, context) => {
  let valid = true;
  for (const schema of asList(value)) {
    if (!context.validator.apply(schema, instance, context)) valid = false;
    if (!valid && !context.validator.collectsViolations) return false;
  }
  return valid;
};

const anyOf: KeywordCheck = (value, instance, context) => {
  let matched = false;
  for (const schema of asList(value)) {
    if (!context.validator.test(schema, instance, context)) continue;
    matched = true;
    // The remaining schemas may still evaluate further members.
    if (!context.validator.tracksEvaluation) break;
  }
  return matched || context.validator.fail(context, 'must match at least one schema of anyOf');
};

const oneOf: KeywordCheck = (value, instance, context) => {
  const count = asList(value).filter((schema) => context.validator.test(schema, instance, context)).length;
  return (
    count === 1 || context.validator.fail(context, `must match exactly one schema of oneOf, matches ${count}`)
  );
};

const not: KeywordCheck = (value, instance, context) => {
  // What the inner schema evaluates does not count for the outer one.
  const isolated: ValidationContext = { ...context, evaluated: { properties: new Set(), items: new Set() } };
  return (
    !context.validator.test(value, instance, isolated) ||
    context.validator.fail(context, 'must not match the schema of not')
  );
};

const conditional: KeywordCheck = (value, instance, context) => {
  const branch = context.validator.test(value, instance, context) ? 'then' : 'else';
  const schema = member(context.schema, branch);
  return schema === undefined || context.validator.apply(schema, instance, context);
};

export const APPLICATORS: Readonly<Record<string, KeywordCheck>> = {
  $ref: reference('static'),
  $dynamicRef: reference('dynamic'),
  $recursiveRef: reference('recursive'),
  allOf,
  anyOf,
  oneOf,
  not,
  if: conditional,
};
