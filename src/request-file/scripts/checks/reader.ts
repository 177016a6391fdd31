/** What the parts of the translation need of each other. */
import type { Expression } from 'acorn';
import type { Json } from '../../model/model.js';
import { check, condition, eachExists, either, isTruthy, joinEqualities, textMatching } from './checks.js';
import { COLLECTED, asCondition, compare } from './comparisons.js';
import { json, unknown, type Chain, type NameTable, type Value } from '../values/script-values.js';
import { EVERY, lastStep, parentOf, subject, withSteps, type Subject } from '../values/subjects.js';
import type { ScriptSource } from '../translation.js';

export interface Reader {
  readonly source: ScriptSource;
  read(node: Expression, names: NameTable): Value;
  /** What a function returns for these arguments. */
  apply(called: Value, args: readonly Value[]): Value;
}

/** What a value means where true or false is expected. */
export function toCondition(value: Value): Value {
  switch (value.kind) {
    case 'unknown':
      return value;
    case 'condition':
      return joinEqualities(value);
    case 'json':
      return json(isTruthy(value.value));
    case 'undefined':
      return json(false);
    case 'subject':
      return truthy(value.subject);
    case 'and':
      return truthy(value.subject);
    case 'or':
      return value.operator === '||'
        ? joinEqualities(either(toCondition(value.first), toCondition(value.second)))
        : unknown('uses ?? as a condition');
    case 'pattern-match':
      return asCondition(textMatching(value.subject, value.source, value.flags));
    case 'found':
      return value.isList ? unknown('tests a list, which is never false') : foundCondition(value);
    case 'schema-check':
      return condition({ ...check(value.subject, 'schema'), schema: withDraft(value.schema, value.draft) });
    default:
      return unknown('tests what only the script can compute');
  }
}

function truthy(of: Subject): Value {
  if (of.isCollected === true) return unknown(COLLECTED);
  if (of.isCount === true || (of.kind === 'text' && lastStep(of) === 'length'))
    return compare('>', { kind: 'subject', subject: of }, json(0));
  if (of.kind === 'text') return condition(check({ ...of, kind: 'size' }, 'greaterThan', 0));
  const isWhole = of.isParsed === true && of.steps.length === 0 && of.element === undefined;
  return condition(check(isWhole ? subject('json') : of, 'truthy'));
}

/** Whether a list has an element whose member has that value. */
export function foundCondition(found: Value & { readonly kind: 'found' }): Value {
  if (found.steps.length > 0) return unknown('reads a member of an element that was searched for');
  const all = withSteps(found.list, [EVERY, ...found.key]);
  if (found.key.length === 0) return condition(check(parentOf(all), 'includes', found.value));
  return condition({ ...check(all, 'includes', found.value), needs: [eachExists(all)] });
}

/** Validators of scripts read older drafts of JSON Schema. */
function withDraft(schema: Json, draft: string): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || '$schema' in schema)
    return schema;
  return { $schema: draft, ...(schema as Readonly<Record<string, Json>>) };
}

/** What `expect(…)` starts. */
export function expectation(words: Chain['words'], target: Value): Chain {
  return { kind: 'chain', words, target, checks: [], isChecked: false, negated: false, modes: new Set() };
}
