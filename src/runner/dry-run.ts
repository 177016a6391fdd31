/** Describes what a run would do, for `--dry-run`: nothing is sent, secrets are masked. */
import type { Scope } from '../evaluation/variables/scope.js';
import { VariableFailure } from '../evaluation/variables/variable-failure.js';
import { givenNames } from '../request-file/model/all-checks.js';
import type { Request } from '../request-file/model/model.js';
import { unsupportedRequest, unsupportedSkipReason } from '../request-file/model/unsupported-request.js';
import { classifyPlaceholder, cutTemplate } from '../request-file/text/template.js';
import { createScopes } from './file-context.js';
import { dependencyFailedReason } from './plan/dependency-problem.js';
import { environmentOf } from './plan/file-environment.js';
import type { Node } from './plan/graph.js';
import type { RunPlan, Step } from './plan/plan.js';
import type { Run } from './run.js';
import { elementNames } from '../request-file/model/repeated-request.js';
import { shownName } from '../request-file/model/request-filter.js';

export interface PlannedFile {
  readonly file: string;
  readonly broken: readonly string[];
  /** The requests in the order of the run. */
  readonly requests: readonly PlannedRequest[];
}

export interface PlannedRequest {
  readonly name: string;
  /** The file that holds the request. */
  readonly file: string;
  readonly line: number;
  readonly method: string;
  /** The URL as far as it can be resolved before anything has run. */
  readonly url: string;
  readonly dependencies: readonly string[];
  /** Empty when it would run. */
  readonly skipReason: string;
  /** Whether it would fail, because svc cannot run it. */
  readonly isUnsupported: boolean;
  readonly pulledIn: boolean;
  readonly variables: readonly PlannedVariable[];
}

export interface PlannedVariable {
  readonly name: string;
  /** Where the value comes from, as text for users. */
  readonly source: string;
  /** Undefined when it is not known yet or has no value. */
  readonly value: string | undefined;
}

export function describeRun(run: Run, plan: RunPlan): readonly PlannedFile[] {
  const skipped = new Set<Node>();
  return plan.files.map(({ runnable, broken, steps }) => {
    const scopeOf = createScopes(run);
    const requests = steps.map((step) => {
      const skipReason = skipReasonOf(step, skipped, run);
      if (skipReason !== '' || unsupportedRequest(step.node.request)) skipped.add(step.node);
      return describeStep({ ...step, skipReason }, scopeOf(step.node.owner), run);
    });
    return { file: runnable.shown, broken, requests };
  });
}

/** A request is also skipped when a dependency is; dependencies come before the requests that need them. */
function skipReasonOf(
  { node, skipReason, dependencies }: Step,
  skipped: ReadonlySet<Node>,
  { options }: Run,
): string {
  if (skipReason !== '') return skipReason;
  const missing = dependencies.find(({ node }) => !node || skipped.has(node));
  if (missing) return dependencyFailedReason(missing, options.mode);
  const unsupported = options.skipUnsupported ? unsupportedRequest(node.request) : undefined;
  return unsupported ? unsupportedSkipReason(unsupported) : '';
}

function describeStep(step: Step, scope: Scope, run: Run): PlannedRequest {
  const { secrets } = run;
  const { request, owner } = step.node;
  const names = variableNames(request);
  // All values are looked up before any is shown, because a secret may be part of another value.
  const values = names.map((name) => valueOf(`{{${name}}}`, scope));
  const url = resolvedText(request.url, scope);
  return {
    name: shownName(request),
    file: owner.runnable.shown,
    line: request.line,
    method: request.method,
    url: secrets.redact(url),
    dependencies: step.dependencies.map(({ written }) => written),
    skipReason: step.skipReason,
    isUnsupported: step.skipReason === '' && unsupportedRequest(request) !== undefined,
    pulledIn: step.pulledIn,
    variables: names.map((name, index) => {
      const value = values[index];
      return { name, source: sourceOf(name, step.node, run), value: value && secrets.redact(value) };
    }),
  };
}

/** Placeholders without a value yet stay as written. */
function resolvedText(template: string, scope: Scope): string {
  return cutTemplate(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : (valueOf(piece.source, scope) ?? piece.source)))
    .join('');
}

function valueOf(source: string, scope: Scope): string | undefined {
  try {
    return scope.text(source);
  } catch (error) {
    if (error instanceof VariableFailure) return undefined;
    throw error;
  }
}

function variableNames({ layout: _layout, name: _name, title: _title, ...request }: Request): string[] {
  const names = new Set<string>();
  addNames(request, names);
  return [...names];
}

function addNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addNames(member, names);
  } else if (typeof value === 'string' && value.includes('{{')) {
    for (const piece of cutTemplate(value)) {
      const found = piece.kind === 'placeholder' ? classifyPlaceholder(piece.inner) : undefined;
      if (found?.kind === 'variable') names.add(found.name);
      if (found?.kind === 'function') for (const argument of found.args) addNames(argument, names);
    }
  }
}

/** Looks in the order of docs/language.md#where-values-come-from */
function sourceOf(name: string, node: Node, { options, process }: Run): string {
  const { owner, request } = node;
  const { file } = owner.runnable;
  const root = /^[^.[]*/.exec(name)?.[0] ?? name;
  if (Object.hasOwn(options.overrides, name)) return 'set by svc';
  if (root === 'row' && request.metadata.data !== undefined) return 'data row';
  if (elementNames(request).includes(root)) return 'element';
  const capturingRequest = file.requests.find((other) => captures(other, name));
  if (capturingRequest) return `capture of ${shownName(capturingRequest)}`;
  const foreign = findForeignCapture(node, name);
  if (foreign !== undefined) return `captured by ${foreign}`;
  if (Object.hasOwn(options.operatorVariables, name)) return 'given for the run';
  if (file.variables.some((variable) => variable.name === name)) return 'file variable';
  const environment = environmentOf(owner.runnable, options);
  if (Object.hasOwn(environment, name) || Object.hasOwn(environment, root))
    return `environment ${options.environmentName}`;
  const command = options.secretCommands?.find((each) => each.name === name);
  if (command) return `command ${command.program}`;
  if (Object.hasOwn(options.dotenv, name)) return 'dotenv file';
  return !Object.hasOwn(process, name) || name.startsWith('SVC_') ? 'no value' : 'process environment';
}

/** Whether a name is a capture of the request, with or without a path into its value. */
function captures(request: Request, name: string): boolean {
  return givenNames(request).some(
    (given) => isWithin(name, given) || isWithin(name, `${request.name}.${given}`),
  );
}

function isWithin(name: string, whole: string): boolean {
  return name.startsWith(whole) && (name.length === whole.length || /[.[]/.test(name[whole.length] ?? ''));
}

/**
 * The request of another file that captures the name, as `@depends` names it. A file sees the captures of all requests
 * that its requests depend on.
 */
function findForeignCapture(node: Node, name: string): string | undefined {
  for (const user of [node, ...node.owner.nodes]) {
    const found = user?.dependencies.find(
      ({ node: other }) => other && other.owner !== node.owner && captures(other.request, name),
    );
    if (found) return found.written;
  }
  return undefined;
}
