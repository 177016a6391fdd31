/** Runs one step of a plan: decides whether it runs, and what it sees of other requests. */
import type { Scope } from '../evaluation/variables/scope.js';
import { copyCookies, type CookieJar } from '../http/wraps/cookie-jar.js';
import { givenNames } from '../request-file/model/all-checks.js';
import { FILTERED_OUT } from '../request-file/model/request-filter.js';
import { withSecrets } from './commands/secrets/with-secrets.js';
import { createExecution, type RequestExecution } from './request-execution.js';
import { createFileContext, type FileContext } from './file-context.js';
import { dependencyFailedReason, problemWarning } from './plan/dependency-problem.js';
import { callOf, type Call, type Dependency, type Node, type Owner } from './plan/graph.js';
import type { BackgroundWork } from './background-work.js';
import {
  CANCELLED,
  createInvalidOutcome,
  createSkippedOutcome,
  type ResultPlace,
} from './outcome/outcome.js';
import type { Step } from './plan/plan.js';
import type { RequestOutcome } from './outcome/result.js';
import type { Run } from './run.js';
import { failRequest, runRequest, type Reporter, type RequestEnd } from './run-request.js';
import { findHiddenCapturingRequest, findVisibleRequests } from './plan/visibility.js';

/** What a request of an external file shares with the requests that depend on it. */
export interface SharedRequest extends Omit<RequestEnd, 'passed'> {
  readonly jar: CookieJar | undefined;
}

export interface FinishedRequest {
  readonly passed: boolean;
  readonly shared: SharedRequest | undefined;
}

/** Receives results in the order in which requests end. */
export interface ResultListener {
  requestStart(place: ResultPlace, skipped: boolean): void;
  requestEnd(place: ResultPlace, outcome: RequestOutcome): void;
}

const NO_OWNERS: ReadonlySet<Owner> = new Set();

export class StepRunner {
  readonly #run: Run;
  readonly #background: BackgroundWork;
  /** Whether a request of the run sets a variable for all files. */
  readonly #usesGlobals: boolean;
  /** Files whose requests run one after another also in a parallel run, and see each other as in a sequential one. */
  readonly #inOrder: ReadonlySet<Owner>;
  readonly #files = new Map<Owner, FileContext>();
  /** Whether each finished request passed. */
  readonly #finished = new Map<Node, boolean>();
  /** What requests of external files share with the requests that depend on them. */
  readonly #shared = new Map<Node, SharedRequest>();
  #bailed = false;
  #next = 0;
  /** The results so far. */
  #results = 0;

  constructor(
    run: Run,
    background: BackgroundWork,
    usesGlobals = false,
    inOrder: ReadonlySet<Owner> = NO_OWNERS,
  ) {
    this.#run = run;
    this.#usesGlobals = usesGlobals;
    this.#inOrder = inOrder;
    this.#background = background;
  }

  #context(owner: Owner): FileContext {
    let file = this.#files.get(owner);
    if (!file) {
      file = createFileContext(this.#run, owner);
      this.#files.set(owner, file);
    }
    return file;
  }

  /** Passes results to the file that reports them, and notes the first failure. */
  reporter(progress: ResultListener): Reporter {
    return {
      stopReason: () => this.#stopReason(),
      isFull: () => this.#isFull,
      requestStart: (place, skipped) => this.#background.add(() => progress.requestStart(place, skipped)),
      requestEnd: (place, failed, outcome) => {
        if (failed && this.#run.options.bail) this.#bailed = true;
        this.#results += 1;
        this.#background.add(() => progress.requestEnd(place, outcome()));
      },
    };
  }

  /** `place` is that in the schedule of a sequential run; without it, steps run in its order. */
  async run(step: Step, reporter: Reporter, place = this.#next++): Promise<void> {
    const unsent = this.#gate(step);
    if (unsent) {
      const reported: ResultPlace = { step, row: undefined, last: true };
      reporter.requestStart(reported, unsent.skipped);
      reporter.requestEnd(reported, !unsent.skipped, () => unsent);
      return;
    }
    const { node } = step;
    const file = this.#context(node.owner);
    for (const dependency of step.dependencies) {
      if (dependency.node?.owner !== node.owner) await this.#import(dependency, file);
    }
    const captureId = this.#captureId(node);
    const execution = createExecution(
      node.request,
      file,
      this.#scopeOf(node, captureId, file, place),
      captureId,
      place,
    );
    const { passed, captures, view } = await this.#perform(execution, step, reporter);
    this.#finished.set(node, passed);
    if (node.owner.isExternal) this.#shared.set(node, { captures, view, jar: file.jar });
    const call = callOf(node);
    if (call && call.owner !== node.owner) await this.#share(node, call);
  }

  /** Nothing more is sent, as after a failure with `--bail`. */
  stop(): void {
    this.#bailed = true;
  }

  /** A request of an external file that has run; undefined if it has not. */
  finishedRequest(node: Node): FinishedRequest | undefined {
    const passed = this.#finished.get(node);
    return passed === undefined ? undefined : { passed, shared: this.#shared.get(node) };
  }

  /** Adds a request of an external file that has run elsewhere. */
  addFinished(node: Node, { passed, shared }: FinishedRequest): void {
    this.#finished.set(node, passed);
    if (shared) this.#shared.set(node, shared);
  }

  /** Called when no request of the file follows; undefined when none has run. */
  release(owner: Owner): FileContext | undefined {
    const file = this.#files.get(owner);
    this.#files.delete(owner);
    return file;
  }

  /** The contexts of external files, which stay open until the end of the run. */
  externalFiles(): readonly FileContext[] {
    return [...this.#files.values()];
  }

  /** The result of a step that is skipped or invalid; undefined for one that runs. */
  #gate(step: Step): RequestOutcome | undefined {
    const { skipReason, dependencies } = step;
    const { options } = this.#run;
    const skip = (reason: string, warnings: readonly string[] = []): RequestOutcome =>
      createSkippedOutcome({ step, row: undefined, last: true }, reason, options, warnings);
    if (options.dryRun && skipReason !== FILTERED_OUT) return skip('dry run');
    if (skipReason !== '') return skip(skipReason);
    const stopped = this.#stopReason();
    if (stopped !== '') return skip(stopped);
    const invalid = step.node.owner.runnable.invalid?.get(step.node.request);
    if (invalid !== undefined) {
      return createInvalidOutcome({ step, row: undefined, last: true }, invalid, options);
    }
    const failed = dependencies.find(({ node }) => !node || !this.#finished.get(node));
    if (!failed) return undefined;
    const { written, problem } = failed;
    const reason = dependencyFailedReason(failed, options.mode);
    return problem ? skip(reason, [problemWarning(written, problem)]) : skip(reason);
  }

  #stopReason(): string {
    const { signal, options } = this.#run;
    if (signal.aborted) return options.mode === 'cli' ? 'interrupted' : CANCELLED;
    if (this.#bailed) return 'bail';
    return this.#isFull ? `limit of ${this.#run.maxResults} results` : '';
  }

  get #isFull(): boolean {
    return this.#results >= (this.#run.maxResults ?? Infinity);
  }

  /** Makes captures, response and cookies of an external request visible in this file, once. */
  async #import({ written, node }: Dependency, file: FileContext): Promise<void> {
    if (!node || file.imported.has(written)) return;
    const shared = this.#shared.get(node);
    if (!shared) return;
    file.imported.add(written);
    const { name } = node.request;
    for (const [capture, value] of Object.entries(shared.captures)) {
      file.captures.setForeign(written, name, capture, value);
    }
    if (shared.view) file.captures.setForeignResponse(written, name, shared.view);
    if (shared.jar && file.jar) await copyCookies(shared.jar, file.jar);
  }

  /** What a `run` line has executed is visible to the requests after it, each time anew. */
  async #share(node: Node, { owner, written }: Call): Promise<void> {
    const file = this.#context(owner);
    file.imported.delete(written);
    await this.#import({ written, node, problem: undefined }, file);
  }

  /** The values after a `run` line count like those of the operator, for its requests only. */
  async #perform(execution: RequestExecution, step: Step, reporter: Reporter): Promise<RequestEnd> {
    const call = callOf(step.node);
    if (call === undefined || call.overrides.length === 0) return runRequest(execution, step, reporter);
    const { scope: caller } = this.#context(call.owner);
    let values: (readonly [string, string])[];
    try {
      values = await withSecrets(this.#run, () =>
        call.overrides.map(({ name, value }) => [name, caller.conditionText(value)] as const),
      );
    } catch (error) {
      return failRequest(execution, step, reporter, error);
    }
    const operator = { ...this.#run.options.operatorVariables, ...Object.fromEntries(values) };
    return runRequest({ ...execution, scope: execution.scope.with({ operator }) }, step, reporter);
  }

  /** Unnamed requests share a key in a sequential run; in parallel they would overwrite each other's captures. */
  #captureId({ request, place }: Node): string {
    return request.name === '' && this.#run.options.parallel ? `\0${place}` : request.name;
  }

  #scopeOf(node: Node, captureId: string, file: FileContext, place: number): Scope {
    const { owner, request, dependencies } = node;
    const { parallel } = this.#run.options;
    if (!parallel || this.#inOrder.has(owner)) {
      // Only one request of the file runs at a time, so all can use its scope.
      file.capturedBy.find = (name) =>
        findHiddenCapturingRequest(owner, name, (other) => other === node || this.#finished.has(other));
      return parallel ? file.scope.with({ globals: file.globals.before(place) }) : file.scope;
    }
    if (dependencies.length === 0 && givenNames(request).length === 0 && !this.#usesGlobals)
      return file.aloneScope();
    const visible = findVisibleRequests(node, captureId);
    return file.scope.with({
      captures: file.captures.visible(visible),
      globals: file.globals.before(place),
      capturedBy: (name) =>
        findHiddenCapturingRequest(owner, name, (other) => other === node || visible.has(other.request.name)),
    });
  }
}
