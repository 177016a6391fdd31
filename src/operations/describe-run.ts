import { CaptureStore } from '../evaluation/captures.js';
import { findVariable } from '../evaluation/find-variable.js';
import { createScope, type Scope, type ScopeSources } from '../evaluation/scope.js';
import type { FileVariable, Request } from '../request-file/model.js';
import { collectReferences } from '../request-file/references.js';
import { classifyPlaceholder, cutTemplate } from '../request-file/template.js';
import type { RunOptions } from '../runner/options.js';
import type { FilePlan, RunPlan, Step } from '../runner/plan.js';
import { shownName } from '../runner/selection.js';

/** What a run would do, for people (cli.md 6.3, `--dry-run`). */
export interface RunDescription {
  readonly files: readonly FileDescription[];
}

export interface FileDescription {
  readonly file: string;
  readonly broken: readonly string[];
  /** In the order in which they would run. */
  readonly steps: readonly StepDescription[];
}

export interface StepDescription {
  readonly name: string;
  /** Where it stands, when that is another file. */
  readonly file: string | undefined;
  /** As written. */
  readonly dependencies: readonly string[];
  readonly skipReason: string;
  readonly method: string;
  /** With everything replaced that has a value before the run. */
  readonly url: string;
  readonly variables: readonly { readonly name: string; readonly source: string }[];
}

export interface DescriptionInput {
  readonly options: RunOptions;
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly onSecret: (value: string) => void;
}

export function describeRun(plan: RunPlan, input: DescriptionInput): RunDescription {
  return { files: plan.files.map((file) => describeFile(file, input)) };
}

function describeFile({ runnable, broken, steps }: FilePlan, input: DescriptionInput): FileDescription {
  return {
    file: runnable.shown,
    broken,
    steps: steps.map((step) => describeStep(step, runnable.shown, input)),
  };
}

function describeStep({ node, skipReason }: Step, file: string, input: DescriptionInput): StepDescription {
  const { request, owner } = node;
  const sources = sourcesOf(owner.runnable.file.variables, input);
  const scope = createScope(sources);
  const { shown } = owner.runnable;
  return {
    name: shownName(request),
    file: shown === file ? undefined : shown,
    dependencies: node.dependencies.map(({ written }) => written),
    skipReason,
    method: request.method,
    url: resolvedUrl(request.url, scope),
    variables: namesIn(request, sources.variables).map((name) => ({
      name,
      source: sourceOf(name, owner.runnable.file.requests, sources, input.options),
    })),
  };
}

function sourcesOf(
  variables: readonly FileVariable[],
  { options, process, onSecret }: DescriptionInput,
): ScopeSources {
  return {
    captures: new CaptureStore(),
    operator: options.operatorVariables,
    variables,
    environment: options.environment,
    dotenv: options.dotenv,
    process,
    processReadable: true,
    memo: new Map(),
    clock: Date.now,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    secretNames: new Set(options.secretNames),
    onSecret: (_name, value) => onSecret(value),
  };
}

/** Functions give other values in the run, and captures none yet: both stay as they are written. */
function resolvedUrl(url: string, scope: Scope): string {
  return cutTemplate(url)
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (classifyPlaceholder(piece.inner).kind === 'function') return piece.source;
      try {
        return scope.placeholderText(piece.inner);
      } catch {
        return piece.source;
      }
    })
    .join('');
}

/** Of the request itself, then those that the values of file variables name in turn. */
function namesIn(request: Request, variables: readonly FileVariable[]): string[] {
  const names = new Set<string>();
  const take = (files: Parameters<typeof collectReferences>[0]): void => {
    const found = [...collectReferences(files)];
    // A path such as `a.b` counts for `a` too; only the longest was written.
    for (const name of found) {
      if (!found.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[`)))
        names.add(name);
    }
  };
  const empty = { path: '', diagnostics: [], comments: [] };
  take([{ ...empty, variables: [], requests: [request] }]);
  for (const name of names) {
    const used = variables.filter((variable) => variable.name === name).slice(-1);
    take([{ ...empty, variables: used, requests: [] }]);
  }
  return [...names];
}

function sourceOf(
  name: string,
  requests: readonly Request[],
  sources: ScopeSources,
  { environmentName }: RunOptions,
): string {
  const none = { ...sources, operator: {}, environment: {}, dotenv: {}, process: {} };
  const without = new Map<string, FileVariable>();
  const file = new Map(sources.variables.map((variable) => [variable.name, variable]));
  const has = (change: Partial<ScopeSources>, variables = without): boolean =>
    findVariable(name, { ...none, ...change }, variables) !== undefined;
  if (name.startsWith('row.')) return 'data row';
  const capturer = requests.find((request) => captures(request, name));
  if (capturer !== undefined) return `capture of ${shownName(capturer)}`;
  if (has({ operator: sources.operator })) return 'command line or SVC_ variable';
  if (has({}, file)) return 'file variable';
  if (has({ environment: sources.environment })) return `environment ${environmentName}`;
  if (has({ dotenv: sources.dotenv })) return 'dotenv file';
  if (has({ process: sources.process })) return 'process environment';
  return name.includes('.') ? 'another request' : 'nothing';
}

function captures(request: Request, name: string): boolean {
  return request.captures.some((capture) => {
    const forms = request.name === '' ? [capture.name] : [capture.name, `${request.name}.${capture.name}`];
    return forms.some((form) => name === form || name.startsWith(`${form}.`) || name.startsWith(`${form}[`));
  });
}
