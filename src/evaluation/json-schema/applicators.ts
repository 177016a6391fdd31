/** Keywords that combine or refer to other schemas. */
import type { Frame, Keyword } from './frame.js';
import { member } from './schema-node.js';

const reference =
  (how: 'static' | 'dynamic' | 'recursive'): Keyword =>
  (value, instance, frame) =>
    typeof value !== 'string' || frame.judge.applyReference(value, instance, frame, how);

const allOf: Keyword = (value, instance, frame) => {
  let valid = true;
  for (const schema of schemasOf(value)) {
    if (!frame.judge.apply(schema, instance, frame)) valid = false;
    if (!valid && !frame.judge.collects) return false;
  }
  return valid;
};

const anyOf: Keyword = (value, instance, frame) => {
  let matched = false;
  for (const schema of schemasOf(value)) {
    if (!frame.judge.test(schema, instance, frame)) continue;
    matched = true;
    // Others may still have something to say about what is evaluated.
    if (!frame.judge.tracks) break;
  }
  return matched || frame.judge.fail(frame, 'must match at least one schema of anyOf');
};

const oneOf: Keyword = (value, instance, frame) => {
  const count = schemasOf(value).filter((schema) => frame.judge.test(schema, instance, frame)).length;
  return count === 1 || frame.judge.fail(frame, `must match exactly one schema of oneOf, matches ${count}`);
};

const not: Keyword = (value, instance, frame) => {
  // What the inner schema evaluates does not count outside.
  const apart: Frame = { ...frame, evaluated: { properties: new Set(), items: new Set() } };
  return (
    !frame.judge.test(value, instance, apart) || frame.judge.fail(frame, 'must not match the schema of not')
  );
};

const conditional: Keyword = (value, instance, frame) => {
  const branch = frame.judge.test(value, instance, frame) ? 'then' : 'else';
  const schema = member(frame.schema, branch);
  return schema === undefined || frame.judge.apply(schema, instance, frame);
};

function schemasOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export const APPLICATORS: Readonly<Record<string, Keyword>> = {
  $ref: reference('static'),
  $dynamicRef: reference('dynamic'),
  $recursiveRef: reference('recursive'),
  allOf,
  anyOf,
  oneOf,
  not,
  if: conditional,
};
