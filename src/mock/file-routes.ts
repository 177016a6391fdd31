/** The routes of one request file. */
import { sentMethod } from '../request-file/text/methods.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../evaluation/bounded/limits.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import { takeCapture } from '../evaluation/take-capture.js';
import { ABSENT } from '../evaluation/values/absent.js';
import { textOf } from '../evaluation/values/json.js';
import { shortValue } from '../evaluation/values/value-text.js';
import { CaptureStore } from '../evaluation/variables/captures.js';
import { Scope } from '../evaluation/variables/scope.js';
import type { ScopeSources } from '../evaluation/variables/scope-sources.js';
import { isJsonType } from '../primitives/text/content-type.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { Capture, FileVariable, Request } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import { captureSource, operatorAndValue } from '../request-file/print/print-value.js';
import type { RunOptions } from '../runner/plan/options.js';
import type { FileAccess, RunnableFile } from '../runner/plan/run-input.js';
import { createSchemaReader } from '../runner/schemas.js';
import type { MockRoute } from './mock-route.js';
import type { NeededValues } from './needed-values.js';
import { createBlockResponse, type BlockResponse } from './responses/block-response.js';
import { checkResponse, type FailedAssertion } from './responses/check-response.js';
import { deriveResponse, findEqualStatus } from './responses/derive-response.js';
import type { RouteResponse } from './responses/mock-response.js';
import {
  deriveRoutePath,
  findAddressRoles,
  type AddressRole,
  type PathSources,
  type RoutePath,
} from './routing/route-path.js';
import { readConstraints, readNeeds, withSamples, type YieldIfDue } from './values/constraint.js';
import { fillSlots, MOCK_HOST, splitSlots } from './values/slot-text.js';

export interface RoutesInput {
  readonly files: readonly RunnableFile[];
  readonly options: Pick<RunOptions, 'operatorVariables' | 'environment' | 'dotenv' | 'secretNames'>;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Reads the schemas of assertions. */
  readonly readFile: FileAccess['readFile'];
  /** Milliseconds before each response. */
  readonly delay: number;
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
  readonly #captures = new CaptureStore();
  readonly #path: PathSources;
  readonly #scope: Scope;
  readonly #schema: ReturnType<typeof createSchemaReader>;
  readonly #limits: EvaluationLimits;
  readonly #yieldIfDue: YieldIfDue;

  constructor(runnable: RunnableFile, input: RoutesInput, yieldIfDue: YieldIfDue) {
    this.#runnable = runnable;
    this.#input = input;
    this.#yieldIfDue = yieldIfDue;
    const sources = scopeSources(runnable, input);
    const variables = new Map(
      runnable.file.variables.map((variable): [string, FileVariable] => [variable.name, variable]),
    );
    this.#path = { sources, variables };
    this.#scope = new Scope({ ...sources, captures: this.#captures });
    this.#schema = createSchemaReader(runnable.directory, input.readFile);
    this.#limits = { ...DEFAULT_LIMITS, signal: input.signal };
  }

  /** What captured values stand for in the URL of a request. */
  addressRoles({ url }: Request): ReadonlyMap<string, AddressRole> {
    return findAddressRoles(url, this.#path);
  }

  async route(request: Request, needed: NeededValues): Promise<MockRoute> {
    const path = deriveRoutePath(request.url, this.#path);
    const slots = Object.fromEntries(path.parameters.map((name) => [name, `{{${name}}}`]));
    const { response, ignored } = await this.#respond(
      request,
      needed,
      this.#scope.with({ overrides: slots }),
    );
    const examples = path.parameters.map((name) => this.#example(name));
    const overrides = Object.fromEntries(path.parameters.map((name, index) => [name, examples[index]]));
    const view = exampleView(response, path, examples, this.#input.delay, this.#limits);
    const { assertions } = request;
    const example = this.#scope.with({ overrides });
    const violations = await checkResponse(assertions, view, example, this.#schema, this.#yieldIfDue);
    const missing = await this.#capture(request, view);
    const name = shownName(request);
    const isBlock = request.mock !== null;
    const notes = [
      ...ignored,
      ...violations.map((violation) => violationText(violation, name, isBlock)),
      ...missing.map((capture) => missingText(capture, name, isBlock)),
    ];
    const { shown: file } = this.#runnable;
    const warnings = notes.map(({ line, text }) => `${file}:${line}: ${text}`);
    return {
      method: sentMethod(request.method.toUpperCase()),
      path,
      name,
      file,
      line: request.line,
      response,
      warnings,
    };
  }

  /** Makes the captures of a request of another file available to those that depend on it. */
  importCaptures(written: string, { name, captures }: Request, other: FileRoutes): void {
    for (const capture of captures) {
      const value = other.#captures.get(`${name}.${capture.name}`);
      if (value !== ABSENT) this.#captures.setForeign(written, name, capture.name, value);
    }
    const response = other.#captures.response(name);
    if (response !== ABSENT) this.#captures.setForeignResponse(written, name, response);
  }

  async #respond(request: Request, needed: NeededValues, scope: Scope): Promise<BlockResponse> {
    const { assertions, mock } = request;
    const constraints = readConstraints(assertions, scope, this.#limits, this.#yieldIfDue);
    if (mock !== null) return createBlockResponse(mock, findEqualStatus(constraints) ?? 200);
    const needs = readNeeds(needed.of(request), constraints.length, scope, this.#limits, this.#yieldIfDue);
    const sampled = await withSamples([...constraints, ...needs], this.#schema);
    return { response: await deriveResponse(sampled, scope), ignored: [] };
  }

  /** The value that a run against this mock would have captured by then. */
  #example(name: string): string {
    const value = this.#captures.get(name);
    return value === ABSENT ? '1' : textOf(value);
  }

  /** The captures without a value. */
  async #capture({ name, captures }: Request, view: ResponseView): Promise<readonly Capture[]> {
    const missing: Capture[] = [];
    for (const capture of captures) {
      const value = await takeCapture(capture, view).catch(() => ABSENT);
      if (value === ABSENT) missing.push(capture);
      else this.#captures.set(name, capture.name, value);
    }
    this.#captures.setResponse(name, view);
    return missing;
  }
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

function exampleView(
  { status, headers, body, contentType }: RouteResponse,
  { parameters, shown }: RoutePath,
  examples: readonly string[],
  delay: number,
  limits: EvaluationLimits,
): ResponseView {
  const fill = (text: string, as: 'text' | 'json' | 'header'): string =>
    fillSlots(splitSlots(text, parameters, as), examples);
  const bytes = Buffer.from(fill(body, isJsonType(contentType) ? 'json' : 'text'), 'utf8');
  const written = headers.map(([name, value]) => [name, fill(value, 'header')] as const);
  return new ResponseView({
    status,
    headers: [...written, ['Content-Length', String(bytes.length)], ['Date', new Date(0).toUTCString()]],
    url: `http://${MOCK_HOST}${shown}`,
    duration: delay,
    body: bytes,
    limits,
  });
}

/** Shows the assertion as written, because values of variables may be secret. */
function violationText({ assertion, actual }: FailedAssertion, name: string, isBlock: boolean): Warning {
  const written = `${assertion.subject} ${operatorAndValue(assertion)}`;
  const got = isBlock ? `, it gives ${shortValue(actual)}` : '; a mock block could';
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
