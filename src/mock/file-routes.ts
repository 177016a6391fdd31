/** The routes of one request file. */
import { sentMethod } from '../request-file/text/methods.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../evaluation/bounded/limits.js';
import type { AssertionContext } from '../evaluation/comparison.js';
import type { ResponseView } from '../evaluation/response/response-view.js';
import { shortValue } from '../evaluation/values/value-text.js';
import { CaptureStore } from '../evaluation/variables/captures.js';
import type { GlobalStore } from '../evaluation/variables/globals.js';
import { Scope } from '../evaluation/variables/scope.js';
import type { ScopeSources } from '../evaluation/variables/scope-sources.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { allAssertions, comparisonsOf } from '../request-file/model/all-checks.js';
import type { Assertion, Capture, FileVariable, Request } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import { captureSource, operatorAndValue } from '../request-file/print/print-value.js';
import type { RunOptions } from '../runner/plan/options.js';
import type { FileAccess, RunnableFile } from '../runner/plan/run-input.js';
import { createSchemaReader } from '../runner/schemas.js';
import { snapshotPath } from '../runner/workspace-file-access.js';
import { behaviourOf } from './responses/route-behaviour.js';
import type { MockRoute } from './responses/mock-route.js';
import type { NeededValues } from './needed-values.js';
import { exampleRequest } from './example-request.js';
import { exampleView, exampleViews, type ExampleSources, type ExampleViews } from './example-views.js';
import {
  createBlockResponse,
  createTemplateResponse,
  type BlockResponse,
} from './responses/block-response.js';
import { failedInBoth } from './template-drift.js';
import { counts, PlannedValues } from './planned-values.js';
import { checkResponse, planningContext, type FailedAssertion } from './responses/check-response.js';
import { deriveResponse, findEqualStatus } from './responses/derive-response.js';
import type { RouteResponse } from './responses/mock-response.js';
import { redirectTarget } from './responses/redirect-route.js';
import { RulePlanner } from './rules/plan-rules.js';
import { deriveTokenRoute } from './responses/token-route.js';
import {
  deriveRoutePath,
  findAddressRoles,
  type AddressRole,
  type PathSources,
  type RoutePath,
} from './routing/route-path.js';
import {
  readConstraints,
  readNeeds,
  withSamples,
  type Constraint,
  type YieldIfDue,
} from './values/constraint.js';
import { createSnapshotReader, withStoredSnapshots, type SnapshotReader } from './values/stored-snapshots.js';

export interface RoutesInput {
  readonly files: readonly RunnableFile[];
  readonly options: Pick<RunOptions, 'operatorVariables' | 'environment' | 'dotenv' | 'secretNames'>;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Reads the schemas of assertions. */
  readonly readFile: FileAccess['readFile'];
  /** Milliseconds before each response. */
  readonly delay: number;
  /** Plans what the routes do with what clients send. */
  readonly stateful?: boolean;
  /** Plans what each request has to carry, also where one route alone has its method and path. */
  readonly strictMatch?: boolean;
  /** Whether every mock block is a template, as with `@mock.template`. */
  readonly template?: boolean;
  /** Aborts the planning at any point. */
  readonly signal: AbortSignal;
  /** Collects the secret values that are used. */
  readonly secrets: SecretSet;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

export class FileRoutes {
  readonly #runnable: RunnableFile;
  readonly #input: RoutesInput;
  readonly #values: PlannedValues;
  readonly #rules: RulePlanner;
  readonly #path: PathSources;
  readonly #scope: Scope;
  readonly #schema: ReturnType<typeof createSchemaReader>;
  readonly #snapshots: SnapshotReader;
  readonly #limits: EvaluationLimits;
  readonly #yieldIfDue: YieldIfDue;

  constructor(runnable: RunnableFile, input: RoutesInput, globals: GlobalStore, yieldIfDue: YieldIfDue) {
    this.#runnable = runnable;
    this.#input = input;
    this.#yieldIfDue = yieldIfDue;
    const sources = scopeSources(runnable, input);
    const variables = new Map(
      runnable.file.variables.map((variable): [string, FileVariable] => [variable.name, variable]),
    );
    this.#path = { sources, variables };
    const captures = new CaptureStore();
    this.#scope = new Scope({ ...sources, captures, globals });
    this.#rules = new RulePlanner(sources, { captures, globals });
    this.#schema = createSchemaReader(runnable.directory, input.readFile);
    this.#snapshots = createSnapshotReader(async () =>
      input.readFile(snapshotPath(runnable.shown), runnable.directory),
    );
    const context = planningContext(this.#schema, this.#scope);
    this.#values = new PlannedValues(captures, globals, context);
    this.#limits = { ...DEFAULT_LIMITS, signal: input.signal };
  }

  /** What captured values stand for in the URL of a request. */
  addressRoles({ url }: Request): ReadonlyMap<string, AddressRole> {
    return findAddressRoles(url, this.#path);
  }

  async route(request: Request, needed: NeededValues): Promise<MockRoute> {
    const path = deriveRoutePath(request.url, this.#path);
    const slots = Object.fromEntries(path.parameters.map((name) => [name, `{{${name}}}`]));
    await this.#values.set(request);
    const examples = path.parameters.map((name) => this.#values.example(name));
    const overrides = Object.fromEntries(path.parameters.map((name, index) => [name, examples[index]]));
    const example = this.#scope.with({ overrides });
    const sources = { path, examples, delay: this.#input.delay, limits: this.#limits };
    const blocks = await this.#respond(request, needed, this.#scope.with({ overrides: slots }), sources);
    const name = shownName(request);
    const notes: Warning[] = [];
    // The captures of the first one come last, because later requests use these.
    for (const [index, { response, ignored }] of [...blocks.entries()].reverse()) {
      const shown = blocks.length > 1 ? `${name} (block ${index + 1})` : name;
      const views = exampleViews(response, () => exampleRequest(request, example), sources);
      const drift = await this.#drift(request, views, example, shown);
      notes.unshift(...ignored, ...drift);
    }
    const { shown: file } = this.#runnable;
    const warnings = notes.map(({ line, text }) => `${file}:${line}: ${text}`);
    return {
      method: sentMethod(request.method.toUpperCase()),
      path,
      name,
      file,
      line: request.line,
      ...responsesOf(blocks),
      ...behaviourOf(request, blocks),
      warnings,
    };
  }

  /** What the assertions and captures of a request do not find in its response. */
  async #drift(request: Request, views: ExampleViews, example: Scope, name: string): Promise<Warning[]> {
    const isBlock = request.mock !== null;
    const { view, other } = views;
    const assertions = allAssertions(request);
    const check = (each: ResponseView): Promise<readonly FailedAssertion[]> =>
      checkResponse(assertions, each, example, this.#schema, this.#yieldIfDue);
    const found = await check(view);
    const violations = other && found.length > 0 ? failedInBoth(found, await check(other), views) : found;
    const missing = await this.#values.capture(request, view);
    return [
      ...violations.map((violation) => violationText(violation, name, isBlock, other !== undefined)),
      ...(views.hasOpenBody ? [] : missing).map((capture) => missingText(capture, name, isBlock)),
    ];
  }

  /** Where a request expects to be led from its own address; undefined for one that has its response there. */
  redirectTarget(request: Request, path: RoutePath): string | undefined {
    const ofAddress = allAssertions(request).filter(({ subject }) => subject === 'url');
    const constraints = readConstraints(ofAddress, this.#scope, this.#limits, this.#yieldIfDue);
    return redirectTarget(request, path, constraints);
  }

  /** The route with the rules of its request, once all captures are known. */
  withRules(route: MockRoute, request: Request): MockRoute {
    const { rules, problems } = this.#rules.plan(request, route.path.parameters);
    const warnings = problems.map((problem) => `${this.#runnable.shown}:${request.line}: ${problem}`);
    return { ...route, rules, warnings: [...route.warnings, ...warnings] };
  }

  /** The token endpoint that the authentication of a request names. */
  tokenRoute(request: Request): MockRoute | undefined {
    return deriveTokenRoute(request, this.#runnable.shown, this.#path);
  }

  /** Makes the captures of a request of another file available to those that depend on it. */
  importCaptures(written: string, request: Request, other: FileRoutes): void {
    this.#values.importFrom(written, request, other.#values);
  }

  async #respond(
    request: Request,
    needed: NeededValues,
    scope: Scope,
    sources: ExampleSources,
  ): Promise<readonly BlockResponse[]> {
    const assertions = allAssertions(request);
    const always = assertions.filter((assertion) => comparisonsOf(assertion).length === 0);
    const constraints = readConstraints(always, scope, this.#limits, this.#yieldIfDue);
    if (request.mock !== null) {
      const status = findEqualStatus(constraints) ?? 200;
      const isTemplate = (this.#input.template ?? false) || request.metadata['mock.template'] === true;
      return (request.mocks ?? [request.mock]).map((block) =>
        isTemplate
          ? createTemplateResponse(block, status, sources.path.parameters)
          : createBlockResponse(block, status),
      );
    }
    const response = await this.#derive(request, constraints, needed, scope);
    if (always.length === assertions.length) return [{ response, ignored: [] }];
    // Conditions are judged by the response that the other assertions want.
    const context = planningContext(this.#schema, scope);
    const counting = await assertionsThatCount(assertions, exampleView(response, sources), context);
    const all = readConstraints(counting, scope, this.#limits, this.#yieldIfDue);
    return [{ response: await this.#derive(request, all, needed, scope), ignored: [] }];
  }

  async #derive(
    request: Request,
    constraints: readonly Constraint[],
    needed: NeededValues,
    scope: Scope,
  ): Promise<RouteResponse> {
    const needs = readNeeds(needed.of(request), constraints.length, scope, this.#limits, this.#yieldIfDue);
    const own = await withStoredSnapshots(constraints, shownName(request), scope, this.#snapshots);
    return deriveResponse(await withSamples([...own, ...needs], this.#schema), scope);
  }
}

function responsesOf(blocks: readonly BlockResponse[]): Pick<MockRoute, 'response' | 'turns'> {
  const [first] = blocks;
  if (!first) throw new TypeError('a request has at least one response');
  const turns = blocks.map(({ response }) => response);
  return turns.length > 1 ? { response: first.response, turns } : { response: first.response };
}

/** Those without a condition, and those whose condition this response meets. */
async function assertionsThatCount(
  assertions: readonly Assertion[],
  view: ResponseView,
  context: AssertionContext,
): Promise<readonly Assertion[]> {
  const counting: Assertion[] = [];
  for (const assertion of assertions) if (await counts(assertion, view, context)) counting.push(assertion);
  return counting;
}

function scopeSources({ file, client }: RunnableFile, input: RoutesInput): ScopeSources {
  const { options, process, clock, random, secrets } = input;
  return {
    captures: new CaptureStore(),
    operator: options.operatorVariables,
    variables: file.variables,
    environment: client?.environment ?? options.environment,
    client,
    dotenv: options.dotenv,
    process,
    processReadable: true,
    memo: new Map(),
    clock,
    random,
    secretNames: new Set(options.secretNames),
    onSecret: (_name, value) => secrets.add(value),
  };
}

interface Warning {
  readonly line: number;
  readonly text: string;
}

/** Shows the assertion as written, because values of variables may be secret. */
function violationText(
  { assertion, actual }: FailedAssertion,
  name: string,
  isBlock: boolean,
  isTemplate: boolean,
): Warning {
  const written = `${assertion.subject} ${operatorAndValue(assertion)}`;
  // A value of a template may come from the request, and be secret there.
  const given = isTemplate ? '' : `, it gives ${shortValue(actual)}`;
  const got = isBlock ? given : '; a mock block could';
  return {
    line: assertion.line,
    text: `the mock response of ${name} does not pass \`${truncate(written)}\`${got}`,
  };
}

function missingText(capture: Capture, name: string, isBlock: boolean): Warning {
  const written = `${capture.name} from ${captureSource(capture)}`;
  const advice = isBlock ? '' : '; a mock block could';
  return {
    line: capture.line,
    text: `the mock response of ${name} has no value for the capture \`${truncate(written)}\`${advice}`,
  };
}

const MAX_SHOWN_LENGTH = 120;

function truncate(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
