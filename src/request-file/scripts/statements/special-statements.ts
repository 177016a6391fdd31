/** `switch` and `try`. */
import type { CatchClause, Statement, SwitchCase, SwitchStatement, TryStatement } from 'acorn';
import { check, joinEqualities, either } from '../checks/checks.js';
import { compare } from '../checks/comparisons.js';
import { emitChecks } from './emit.js';
import type { Flow } from './flow.js';
import type { Frame } from './lines.js';
import { Names } from '../values/names.js';
import { unknown, type Value } from '../values/script-values.js';
import { subject } from '../values/subjects.js';
import { calleeName, childrenNamed, isLog, unwrap } from './syntax-questions.js';
import type { Walker } from './walker.js';

interface Group {
  readonly tests: readonly Value[];
  readonly isDefault: boolean;
  readonly body: readonly Statement[];
}

/** `switch (S)` with literal cases that end in `break`. */
export function walkSwitch(walker: Walker, node: SwitchStatement, names: Names, flow: Flow): void {
  const groups = groupsOf(walker, node.cases, names);
  const of = walker.reader.read(node.discriminant, names);
  if (of.kind === 'unknown') return walker.reject(node, of, names, flow);
  const reason = flow.context.loop
    ? unknown('is a condition inside of a loop')
    : unknown('continues from one case into the next');
  if (!groups || flow.context.loop) return walker.reject(node, reason, names, flow);
  const conditions = groups.map(({ tests }) => equalToAny(of, tests));
  const all = groups.flatMap(({ tests }) => tests);
  const branches: (readonly [readonly Frame[], (inner: Names, side: Flow) => void])[] = [];
  for (const [i, group] of groups.entries()) {
    const condition = group.isDefault ? equalToAny(of, all) : conditions[i];
    const [checks, ...more] = condition?.kind === 'condition' ? condition.any : [];
    if (!checks || more.length > 0)
      return walker.reject(
        node,
        condition?.kind === 'unknown' ? condition : unknown('depends on what only the script has'),
        names,
        flow,
      );
    const word = group.isDefault ? 'unless' : 'when';
    if (group.isDefault && group.tests.length > 0)
      return walker.reject(node, unknown('mixes a case with the default'), names, flow);
    branches.push([[{ word, checks }], (inner, side) => walker.walk(group.body, inner, side)]);
  }
  return walker.sides(names, flow, branches);
}

function equalToAny(of: Value, tests: readonly Value[]): Value {
  return joinEqualities(
    tests
      .map((test) => compare('===', of, test))
      .reduce<Value>((all, each) => either(all, each), { kind: 'json', value: false }),
  );
}

/** Cases without statements belong to the next one; undefined if a case runs into the next. */
function groupsOf(walker: Walker, cases: readonly SwitchCase[], names: Names): readonly Group[] | undefined {
  const groups: Group[] = [];
  let tests: Value[] = [];
  let isDefault = false;
  for (const [i, { test, consequent }] of cases.entries()) {
    if (test) tests.push(walker.reader.read(test, names));
    else isDefault = true;
    if (consequent.length === 0 && i < cases.length - 1) continue;
    const inner =
      consequent.length === 1 && consequent[0]?.type === 'BlockStatement' ? consequent[0].body : consequent;
    const last = inner.at(-1);
    const ends =
      last?.type === 'BreakStatement' || last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
    if (!ends && i < cases.length - 1) return undefined;
    groups.push({ tests, isDefault, body: last?.type === 'BreakStatement' ? inner.slice(0, -1) : inner });
    [tests, isDefault] = [[], false];
  }
  return groups;
}

/** The block is opened; what handles its errors may only log, or give up on text that is no JSON. */
export function walkTry(walker: Walker, node: TryStatement, names: Names, flow: Flow): void {
  const { block, handler, finalizer } = node;
  const kind = handler ? handlerKind(handler) : 'logs';
  if (kind === 'other' || (kind !== 'logs' && !readsJson(block)))
    return walker.reject(node, unknown('handles errors in a way that has no counterpart'), names, flow);
  if (kind === 'fails') emitChecks(walker, node, IS_JSON, names, flow);
  // Without JSON the rest of the function is left.
  if (kind === 'returns')
    flow.context = { ...flow.context, frames: [...flow.context.frames, { word: 'when', checks: IS_JSON }] };
  walker.walk(block.body, new Names(names), flow);
  if (finalizer && !flow.ended) walker.walk(finalizer.body, new Names(names), flow);
}

const IS_JSON = [check(subject('json'), 'notAbsent')];

/** What a handler does: only log and give names an empty value, or also fail the test or leave the function. */
function handlerKind({ body }: CatchClause): 'logs' | 'fails' | 'returns' | 'other' {
  let kind: 'logs' | 'fails' | 'returns' = 'logs';
  for (const statement of body.body) {
    if (isLog(statement) || setsEmpty(statement)) continue;
    const leaves = statement.type === 'ReturnStatement' && !statement.argument;
    if (!leaves && !fails(statement)) return 'other';
    if (kind !== 'fails') kind = leaves ? 'returns' : 'fails';
  }
  return kind;
}

function setsEmpty(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return false;
  const { left, right } = statement.expression;
  if (left.type !== 'Identifier') return false;
  if (right.type === 'ObjectExpression') return right.properties.length === 0;
  if (right.type === 'ArrayExpression') return right.elements.length === 0;
  return right.type === 'Literal' && right.value === null;
}

/** `tests["name"] = false`, `pm.expect.fail()`, `throw`. */
function fails(statement: Statement): boolean {
  if (statement.type === 'ThrowStatement') return true;
  if (statement.type !== 'ExpressionStatement') return false;
  const expression = unwrap(statement.expression);
  if (expression.type === 'AssignmentExpression')
    return (
      calleeName(expression.left)?.startsWith('tests') === true &&
      expression.right.type === 'Literal' &&
      expression.right.value === false
    );
  return (
    expression.type === 'CallExpression' &&
    /^(?:pm\.)?(?:expect|assert)\.fail$/.test(calleeName(expression.callee) ?? '')
  );
}

function readsJson(block: Statement): boolean {
  return childrenNamed(block, JSON_READERS);
}

const JSON_READERS: ReadonlySet<string> = new Set([
  'JSON.parse',
  'pm.response.json',
  'insomnia.response.json',
]);
