/** Runs the setup and teardown requests once, with the same engine as any run. */
import { createExecution } from '../runner/request-execution.js';
import { createFileContext, type FileContext } from '../runner/file-context.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { Node, Owner } from '../runner/plan/graph.js';
import type { RunOptions } from '../runner/plan/options.js';
import type { RequestOutcome } from '../runner/outcome/result.js';
import { openRun, type Run } from '../runner/run.js';
import { runRequest, type Reporter } from '../runner/run-request.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import { shownName } from '../request-file/model/request-filter.js';
import { collectSetupState, seedFile, type FinishedRequest, type SetupState } from './plan/setup-state.js';

export interface FramingFailure {
  readonly node: Node;
  readonly name: string;
  readonly reason: string;
  /** Empty when a response arrived but did not pass. */
  readonly errorKind: string;
}

/** What setup leaves for loads and teardown. */
export interface TestFrame {
  readonly run: Run;
  readonly setup: FramingRun;
  setupState: SetupState;
}

/** The part of a test's task that setup and teardown need. */
export interface FramingSettings {
  readonly settings: { readonly options: RunOptions; readonly root: string };
  readonly shownFrom: string;
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly secrets: SecretSet;
}

export class FramingRun {
  readonly #run: Run;
  readonly #setupState: SetupState;
  readonly #files = new Map<Owner, FileContext>();
  readonly #finished = new Map<Node, FinishedRequest>();
  /** Requests that passed in an earlier run and need not run again. */
  readonly #done: ReadonlySet<Node>;

  constructor(run: Run, setupState: SetupState = new Map(), done: ReadonlySet<Node> = new Set()) {
    this.#run = run;
    this.#setupState = setupState;
    this.#done = done;
  }

  /** Runs the requests in sequence; `onFailure` decides whether to continue. */
  async perform(nodes: readonly Node[], onFailure: (failure: FramingFailure) => boolean): Promise<void> {
    for (const node of nodes) {
      if (this.#done.has(node)) continue;
      const failure = await this.#runOne(node);
      if (failure && !onFailure({ node, name: shownName(node.request), ...failure })) return;
    }
  }

  get passed(): ReadonlySet<Node> {
    return new Set([...this.#done, ...this.#finished.keys()]);
  }

  /** The state that the given files can see. */
  setupState(owners: Iterable<Owner>): Promise<SetupState> {
    return collectSetupState(this.#finished, owners);
  }

  async file(owner: Owner): Promise<FileContext> {
    const existing = this.#files.get(owner);
    if (existing) return existing;
    const file = createFileContext(this.#run, owner);
    this.#files.set(owner, file);
    await seedFile(this.#setupState.get(owner), file);
    return file;
  }

  /** Why the request did not pass; undefined when it passed. */
  async #runOne(node: Node): Promise<Omit<FramingFailure, 'name' | 'node'> | undefined> {
    if (this.#run.signal.aborted) return { reason: 'interrupted', errorKind: '' };
    const { dependencies, owner, request } = node;
    const missing = dependencies.find((each) => !each.node || !this.#hasPassed(each.node));
    if (missing) return { reason: `it depends on ${missing.written}, which did not pass`, errorKind: '' };
    const file = await this.file(owner);
    await this.#importForeignState(node, file);
    let last: RequestOutcome | undefined;
    const step = { node, dependencies, index: 0, position: 0, pulledIn: false, skipReason: '' };
    const reporter = reporterTo((outcome) => {
      if (!last || last.passed || last.skipped) last = outcome;
    });
    const end = await runRequest(createExecution(request, file, file.scope), step, reporter);
    // What is aborted may count as skipped, which is no reason to go on without it.
    if (!end.passed && this.#run.signal.aborted) return { reason: 'interrupted', errorKind: '' };
    if (!end.passed && !last?.skipped) {
      return { reason: last ? failureText(last) : 'it could not be run', errorKind: last?.errorKind ?? '' };
    }
    this.#finished.set(node, { file, captures: end.captures });
    return undefined;
  }

  #hasPassed(node: Node): boolean {
    return this.#done.has(node) || this.#finished.has(node);
  }

  /** Makes the state of requests in other files visible to the file that depends on them. */
  async #importForeignState({ dependencies, owner }: Node, file: FileContext): Promise<void> {
    const foreign = new Set(dependencies.map(({ node }) => node).filter((node) => node?.owner !== owner));
    const finished = new Map([...this.#finished].filter(([node]) => foreign.has(node)));
    if (finished.size > 0) await seedFile((await collectSetupState(finished, [owner])).get(owner), file);
  }
}

/** For a request with data rows, keeps the first failure. */
function reporterTo(onOutcome: (outcome: RequestOutcome) => void): Reporter {
  return {
    stopReason: () => '',
    requestStart: () => undefined,
    requestEnd: (_place, _failed, outcome) => onOutcome(outcome()),
  };
}

/** The error, else the first failed assertion, else the status. */
function failureText({ error, assertions, response }: RequestOutcome): string {
  if (error !== '') return error;
  const failed = assertions.find(({ passed }) => !passed);
  return failed ? failed.message : `status ${response.statusCode}`;
}

/** Retries and parallel requests are for tests only, not for setup and teardown. */
export function framingOptions(options: RunOptions): RunOptions {
  return { ...options, retries: 0, parallel: false, bail: false, dryRun: false };
}

/** Opens the run of a setup or teardown in the workspace. */
export function openFramingRun(
  { settings, shownFrom, process, secrets }: FramingSettings,
  signal: AbortSignal,
): Run {
  const { options, root } = settings;
  return openRun({
    files: [],
    options: framingOptions(options),
    fileAccess: workspaceFileAccess({ root, shownFrom }),
    process,
    signal,
    secrets,
  });
}
