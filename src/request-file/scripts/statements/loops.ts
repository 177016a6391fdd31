/** Loops over lists of the response, which become `each`, and over short literal lists, which are written out. */
import type { AnyNode, Expression, ForOfStatement, ForStatement, Statement } from 'acorn';
import { bindPattern } from './assignments.js';
import { itemsOf } from '../checks/list-words.js';
import { startFlow, type Context, type Flow } from './flow.js';
import { Names, UNCERTAIN } from '../values/names.js';
import { ofSubject, unknown, json, type Unknown, type Value } from '../values/script-values.js';
import { EVERY, hasMembers, type Step, type Subject } from '../values/subjects.js';
import { assignedNames, changedVariables, hasReturn, jumpIn, statementsOf } from './syntax-questions.js';
import type { FunctionValue, Walker } from './walker.js';

const MAX_WRITTEN_OUT = 50;

/** One element of a list as a value, or the reason why the list cannot be visited. */
function elementOf(list: Value): (Value & { readonly kind: 'subject' }) | Unknown {
  if (list.kind === 'unknown') return list;
  if (list.kind !== 'subject' || !hasMembers(list.subject)) return unknown('visits what only the script has');
  const { subject } = list;
  if (subject.element !== undefined) return unknown('visits lists within lists');
  const every = subject.steps.indexOf(EVERY);
  const steps = every < 0 ? subject.steps : subject.steps.slice(0, every);
  const element: readonly Step[] = every < 0 ? [] : subject.steps.slice(every + 1);
  if (element.includes(EVERY)) return unknown('visits lists within lists');
  return { kind: 'subject', subject: { ...subject, steps, element } };
}

/** The members of a literal list of scalars that is short enough to be written out. */
function shortList(list: Value): readonly Value[] | undefined {
  const items = itemsOf(list);
  const isPlain = items?.every(
    (item) => item.kind === 'json' && (typeof item.value !== 'object' || item.value === null),
  );
  return items && isPlain === true && items.length <= MAX_WRITTEN_OUT ? items : undefined;
}

/** `S.forEach(x => …)` and its kind. */
export function walkElements(
  walker: Walker,
  node: AnyNode,
  list: Value,
  visit: FunctionValue | undefined,
  names: Names,
  flow: Flow,
): void {
  if (!visit)
    return walker.reject(
      node,
      list.kind === 'unknown' ? list : unknown('has no function that can be read'),
      names,
      flow,
    );
  walker.markUsed(visit.node);
  const items = shortList(list);
  forgetAssigned(visit.node.body, names, items !== undefined);
  if (items) {
    for (const [i, item] of items.entries())
      if (walker.reader.spend()) walker.open(visit, [item, json(i)], flow.context);
    return forgetAssigned(visit.node.body, names, true);
  }
  const element = elementOf(list);
  if (element.kind === 'unknown') return walker.reject(node, element, names, flow);
  const problem = contextProblem(flow.context);
  if (problem) return walker.reject(node, problem, names, flow);
  walker.open(visit, [element, UNCERTAIN], inLoop(flow.context, element.subject));
  return forgetAssigned(visit.node.body, names);
}

function contextProblem({ loop, blocked }: Context): Unknown | undefined {
  return blocked ?? (loop ? unknown('visits lists within lists') : undefined);
}

function inLoop(context: Context, element: Subject): Context {
  return { ...context, loop: element };
}

/** What a loop assigns is another value each time, and what is not translated may assign anything or not. */
export function forgetAssigned(body: AnyNode, names: Names, isWrittenOut = false): void {
  // Names that the script does not declare are those of the client, which keep what they mean.
  for (const name of assignedNames(body)) if (names.find(name)) names.assign(name, UNCERTAIN);
  if (!isWrittenOut) for (const name of changedVariables(body)) names.loseVariable(name);
}

export function walkLoop(
  walker: Walker,
  node: ForStatement | ForOfStatement,
  names: Names,
  flow: Flow,
): void {
  if (hasReturn(node)) return walker.reject(node, unknown('leaves the script from a loop'), names, flow);
  const jump = jumpIn(node.body);
  if (jump !== undefined) return walker.reject(node, unknown(jump), names, flow);
  if (node.type === 'ForOfStatement') return walkOf(walker, node, names, flow);
  const counted = counterOf(walker, node, names);
  if (!counted) return walker.reject(node, unknown('runs an unknown number of times'), names, flow);
  const inner = new Names(names);
  inner.declare(counted.name, { kind: 'counter', list: counted.list });
  return walkBody(walker, node, node.body, { ...counted.list, element: [] }, inner, flow);
}

function walkOf(walker: Walker, node: ForOfStatement, names: Names, flow: Flow): void {
  const { left, right, body } = node;
  const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
  const list = walker.reader.read(right, names);
  if (!target || node.await) return walker.reject(node, unknown('waits in a loop'), names, flow);
  const items = shortList(list);
  if (items) {
    forgetAssigned(body, names, true);
    for (const item of items) {
      const inner = new Names(names);
      bindPattern(walker, target, item, inner);
      if (walker.reader.spend())
        walker.walk(statementsOf(body), inner, { ...startFlow(flow.context), exits: flow.exits });
    }
    return forgetAssigned(body, names, true);
  }
  const element = elementOf(list);
  if (element.kind === 'unknown') return walker.reject(node, element, names, flow);
  const inner = new Names(names);
  bindPattern(walker, target, ofSubject(element.subject), inner);
  return walkBody(walker, node, body, element.subject, inner, flow);
}

function walkBody(
  walker: Walker,
  node: AnyNode,
  body: Statement,
  element: Subject,
  names: Names,
  flow: Flow,
): void {
  const problem = contextProblem(flow.context);
  if (problem) return walker.reject(node, problem, names, flow);
  forgetAssigned(body, names);
  walker.walk(statementsOf(body), names, startFlow(inLoop(flow.context, element)));
  return forgetAssigned(body, names);
}

/** `for (let i = 0; i < S.length; i++)`. */
function counterOf(
  walker: Walker,
  { init, test, update }: ForStatement,
  names: Names,
): { readonly name: string; readonly list: Subject } | undefined {
  if (init?.type !== 'VariableDeclaration' || test?.type !== 'BinaryExpression' || test.operator !== '<')
    return undefined;
  const [first, ...more] = init.declarations;
  if (
    first?.id.type !== 'Identifier' ||
    more.length > 0 ||
    first.init?.type !== 'Literal' ||
    first.init.value !== 0
  )
    return undefined;
  const { name } = first.id;
  const isName = (node: Expression | AnyNode): boolean => node.type === 'Identifier' && node.name === name;
  const counts =
    update?.type === 'UpdateExpression'
      ? update.operator === '++' && isName(update.argument)
      : update?.type === 'AssignmentExpression' &&
        update.operator === '+=' &&
        isName(update.left) &&
        update.right.type === 'Literal' &&
        update.right.value === 1;
  if (!counts || !isName(test.left)) return undefined;
  const length = walker.reader.read(test.right, names);
  if (
    length.kind !== 'subject' ||
    length.subject.steps.at(-1) !== 'length' ||
    length.subject.element !== undefined
  )
    return undefined;
  const list = { ...length.subject, steps: length.subject.steps.slice(0, -1) };
  return hasMembers(list) ? { name, list } : undefined;
}
