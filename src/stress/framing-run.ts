/** Setup and teardown (server.md 10.2): requests that run once, with the same engine as any run. */
import { jobFor } from '../runner/attempt-job.js';
import { createFileContext, type FileContext } from '../runner/file-context.js';
import type { Node, Owner } from '../runner/plan/graph.js';
import type { RequestOutcome } from '../runner/outcome/result.js';
import type { Run } from '../runner/run.js';
import { runRequest, type Reporter, type RequestEnd } from '../runner/run-request.js';
import { shownName } from '../request-file/model/request-filter.js';
import {
  collectSetupState,
  NO_SETUP_STATE,
  seedCaptures,
  seedCookies,
  type Finished,
  type SetupState,
} from './plan/setup-state.js';

export interface FramingFailure {
  readonly name: string;
  readonly reason: string;
}

export class FramingRun {
  readonly #run: Run;
  readonly #leftovers: SetupState;
  readonly #files = new Map<Owner, FileContext>();
  readonly #finished = new Map<Node, Finished>();
  /** Of an earlier run: they need not run again. */
  readonly #done: ReadonlySet<Node>;

  constructor(run: Run, leftovers: SetupState = new Map(), done: ReadonlySet<Node> = new Set()) {
    this.#run = run;
    this.#leftovers = leftovers;
    this.#done = done;
  }

  /** One after the other; `onFailure` says whether the others still run. */
  async perform(nodes: readonly Node[], onFailure: (failure: FramingFailure) => boolean): Promise<void> {
    for (const node of nodes) {
      if (this.#done.has(node)) continue;
      const reason = await this.#one(node);
      if (reason !== '' && !onFailure({ name: shownName(node.request), reason })) return;
    }
  }

  get passed(): ReadonlySet<Node> {
    return new Set([...this.#done, ...this.#finished.keys()]);
  }

  /** For those files. */
  leftovers(owners: Iterable<Owner>): Promise<SetupState> {
    return collectSetupState(this.#finished, owners);
  }

  async file(owner: Owner): Promise<FileContext> {
    const known = this.#files.get(owner);
    if (known) return known;
    const file = createFileContext(this.#run, owner);
    this.#files.set(owner, file);
    const leftovers = this.#leftovers.get(owner) ?? NO_SETUP_STATE;
    seedCaptures(leftovers, file.captures);
    await seedCookies(leftovers, file.jar);
    return file;
  }

  /** Why it did not pass; empty when it did. */
  async #one(node: Node): Promise<string> {
    if (this.#run.signal.aborted) return 'interrupted';
    const { dependencies, owner, request } = node;
    const missing = dependencies.find((each) => !each.node || !this.#hasPassed(each.node));
    if (missing) return `it depends on ${missing.written}, which did not pass`;
    const file = await this.file(owner);
    await this.#import(node, file);
    let last: RequestOutcome | undefined;
    const step = { node, dependencies, index: 0, position: 0, pulledIn: false, skipReason: '' };
    const reporter = reporterTo((outcome) => {
      if (!last || last.passed || last.skipped) last = outcome;
    });
    const end = await runRequest(jobFor(request, file, file.scope), step, reporter);
    if (!end.passed && !last?.skipped) return last ? failureText(last) : 'it could not be run';
    this.#note(node, file, end);
    return '';
  }

  #hasPassed(node: Node): boolean {
    return this.#done.has(node) || this.#finished.has(node);
  }

  #note(node: Node, file: FileContext, { captures }: RequestEnd): void {
    this.#finished.set(node, { file, captures });
  }

  /** What requests of other files left becomes visible where it is needed. */
  async #import({ dependencies, owner }: Node, file: FileContext): Promise<void> {
    const foreign = dependencies.flatMap(({ node }) => (node && node.owner !== owner ? [node] : []));
    const finished = new Map(
      foreign.flatMap((node) => {
        const left = this.#finished.get(node);
        return left ? [[node, left] as const] : [];
      }),
    );
    if (finished.size === 0) return;
    const leftovers = (await collectSetupState(finished, [owner])).get(owner) ?? NO_SETUP_STATE;
    seedCaptures(leftovers, file.captures);
    await seedCookies(leftovers, file.jar);
  }
}

/** Of a request with rows, the first failure is kept. */
function reporterTo(onOutcome: (outcome: RequestOutcome) => void): Reporter {
  return {
    stopReason: () => '',
    requestStart: () => undefined,
    requestEnd: (_place, _failed, outcome) => onOutcome(outcome()),
  };
}

/** The error, else the first assertion that failed, else the status. */
function failureText({ error, assertions, response }: RequestOutcome): string {
  if (error !== '') return error;
  const failed = assertions.find(({ passed }) => !passed);
  return failed ? failed.message : `status ${response.statusCode}`;
}
