/** Writes the lines of a statement, all of them or none. */
import type { AnyNode } from 'acorn';
import { directiveAt } from '../../text/directives.js';
import type { Flow } from './flow.js';
import { opposite } from '../checks/checks.js';
import { assertionOf, conditional, linesOf, type Frame } from './lines.js';
import type { Names } from '../values/names.js';
import { unknown, type Check, type Unknown } from '../values/script-values.js';
import { isSameSubject } from '../values/subjects.js';
import { formOf } from './syntax-questions.js';
import type { Walker } from './walker.js';

export function emitChecks(
  walker: Walker,
  node: AnyNode,
  checks: readonly Check[],
  names: Names,
  flow: Flow,
): void {
  const problem = write(walker, node, checks, flow.context);
  if (problem) walker.reject(node, problem, names, flow);
}

/**
 * What the conditions of a statement need: each is read only after those before it, and where it throws or converts a
 * value, the statements below it could be left out by mistake.
 */
export function emitNeeds(
  walker: Walker,
  node: AnyNode,
  rows: readonly (readonly Check[])[],
  flow: Flow,
): Unknown | undefined {
  const before: Frame[] = [];
  for (const checks of rows) {
    for (const [i, check] of checks.entries()) {
      const needs = [...(check.needs ?? []), ...(check.converts ?? [])];
      const earlier: Frame[] = i === 0 ? [] : [{ word: 'when', checks: checks.slice(0, i) }];
      const frames = [...flow.context.frames, ...before, ...earlier];
      const problem =
        needs.length === 0 ? undefined : write(walker, node, needs, { ...flow.context, frames }, true);
      if (problem) return problem;
    }
    before.push({ word: 'unless', checks });
  }
  return undefined;
}

/** What fails always fails only under its innermost condition: the opposite of that is the line. */
export function emitFailure(walker: Walker, node: AnyNode, flow: Flow): void {
  const { context } = flow;
  const last = context.frames.at(-1);
  const [only, ...more] = last?.checks ?? [];
  const checks =
    last?.word === 'unless' ? last.checks : only && more.length === 0 ? opposite(only) : undefined;
  const problem = checks
    ? write(walker, node, checks, { ...context, frames: context.frames.slice(0, -1) })
    : unknown(last ? 'fails under several conditions' : 'always fails');
  if (problem) walker.output.report(node, formOf(node), problem.reason);
}

function write(
  walker: Walker,
  node: AnyNode,
  checks: readonly Check[],
  context: Flow['context'],
  areGuards = false,
): Unknown | undefined {
  const { output, source } = walker;
  if (context.blocked) return context.blocked;
  if (source.stage === 'before') return unknown('checks something before the request is sent');
  const problem = loopProblem(checks, context.loop);
  if (problem) return problem;
  const around = conditional(context.frames);
  const named = withSchemas(walker, checks);
  if (!Array.isArray(named)) return named as Unknown;
  const tested = context.frames.flatMap((frame) => (frame.word === 'when' ? frame.checks : []));
  const written = linesOf(named as readonly Check[], tested);
  if (!around || !written) return unknown('looks at a place that cannot be written');
  const line = output.lineOf(node);
  for (const each of written) {
    const name = context.test?.name;
    const comments = name === undefined ? {} : { comments: [testComment(name)] };
    const assertion = { ...assertionOf(each, line, around), ...comments };
    const isGuard = areGuards || each.isGuard === true;
    if (isGuard && !output.guard(assertion)) continue;
    if (!isGuard) output.assertion(assertion);
    if (context.test) context.test.name = undefined;
  }
  return undefined;
}

/** The name of a test as a comment, which is never taken for a directive. */
function testComment(name: string): string {
  const text = name
    .toWellFormed()
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  const line = `# ${text}`;
  return directiveAt(line, 0, line.length) === undefined ? line.trimEnd() : `# "${text}"`;
}

const MAX_NAME_LENGTH = 500;

/** Inside of a loop every check is about the element: others would not run for an empty list. */
function loopProblem(checks: readonly Check[], loop: Flow['context']['loop']): Unknown | undefined {
  if (!loop) return undefined;
  const isAboutElement = checks.every(
    ({ subject }) =>
      subject.element !== undefined && isSameSubject({ ...subject, element: [] }, { ...loop, element: [] }),
  );
  return isAboutElement ? undefined : unknown('checks something else than the elements of its loop');
}

/** Saves the schemas of checks, which only an import can do. */
function withSchemas({ source, output }: Walker, checks: readonly Check[]): readonly Check[] | Unknown {
  const named: Check[] = [];
  for (const check of checks) {
    if (check.schema === undefined) named.push(check);
    else if (!source.importing) return unknown('compares with a schema that is no file');
    else {
      const number = output.schemaCount === 0 ? '' : `-${output.schemaCount + 1}`;
      const path = `./schemas/${fileName(source.requestName)}${number}.json`;
      output.schema({ path, text: `${JSON.stringify(check.schema, undefined, 2)}\n` });
      named.push({ ...check, expected: path, raw: path });
    }
  }
  return named;
}

function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'request';
}
