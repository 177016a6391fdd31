/** One step of a plan: its gate, what it sees of others, and its run (language 9.2, 9.7). */
import type { Scope } from '../evaluation/variables/scope.js';
import { copyCookies } from '../http/wraps/cookie-jar.js';
import { jobFor } from './attempt-job.js';
import { createFileContext, type FileContext } from './file-context.js';
import type { FileProgress } from './file-progress.js';
import type { Dependency, Node, Owner } from './plan/graph.js';
import type { BackgroundWork } from './background-work.js';
import { skippedOutcome, type ResultPlace } from './outcome/outcome.js';
import type { Step } from './plan/plan.js';
import type { RequestOutcome } from './outcome/result.js';
import type { Run } from './run.js';
import { runRequest, type Reporter, type RequestEnd } from './run-request.js';
import { hiddenCapturingRequest, visibleRequests } from './plan/visibility.js';

interface Finished {
  readonly passed: boolean;
  /** What a request of another file leaves for those who depend on it. */
  readonly lent: (RequestEnd & { readonly file: FileContext }) | undefined;
}

const PASSED: Finished = { passed: true, lent: undefined };
const NOT_PASSED: Finished = { passed: false, lent: undefined };

export class StepRunner {
  readonly #run: Run;
  readonly #later: BackgroundWork;
  readonly #files = new Map<Owner, FileContext>();
  readonly #finished = new Map<Node, Finished>();
  #bailed = false;

  constructor(run: Run, later: BackgroundWork) {
    this.#run = run;
    this.#later = later;
  }

  #context(owner: Owner): FileContext {
    let file = this.#files.get(owner);
    if (!file) {
      file = createFileContext(this.#run, owner);
      this.#files.set(owner, file);
    }
    return file;
  }

  /** Results go to the file they are reported in; the first failure is noted on the way. */
  reporter(progress: FileProgress): Reporter {
    return {
      stopReason: () => this.#stopReason(),
      requestStart: (place, skipped) => this.#later.add(() => progress.requestStart(place, skipped)),
      requestEnd: (place, failed, outcome) => {
        if (failed && this.#run.options.bail) this.#bailed = true;
        this.#later.add(() => progress.requestEnd(place, outcome()));
      },
    };
  }

  async run(step: Step, reporter: Reporter): Promise<void> {
    const skipped = this.#gate(step);
    if (skipped) {
      const place: ResultPlace = { step, row: undefined, last: true };
      reporter.requestStart(place, true);
      reporter.requestEnd(place, false, () => skipped);
      return;
    }
    const { node } = step;
    const file = this.#context(node.owner);
    for (const dependency of step.dependencies) {
      if (dependency.node?.owner !== node.owner) await this.#import(dependency, file);
    }
    const captureId = this.#captureId(node);
    const scope = this.#scopeOf(node, captureId, file);
    const end = await runRequest(jobFor(node.request, file, scope, captureId), step, reporter);
    const lends = node.owner.guest;
    const lent = { passed: end.passed, captures: end.captures, view: end.view, file };
    this.#finished.set(node, lends ? { passed: end.passed, lent } : end.passed ? PASSED : NOT_PASSED);
  }

  /** No request of the file follows. Undefined when none has run. */
  release(owner: Owner): FileContext | undefined {
    const file = this.#files.get(owner);
    this.#files.delete(owner);
    return file;
  }

  /** Contexts that are still in use: those of lending files. */
  lending(): readonly FileContext[] {
    return [...this.#files.values()];
  }

  /** The result of a request that does not run. */
  #gate(step: Step): RequestOutcome | undefined {
    const { skipReason, dependencies } = step;
    const { options } = this.#run;
    const skip = (reason: string, warnings: readonly string[] = []): RequestOutcome =>
      skippedOutcome({ step, row: undefined, last: true }, reason, options, warnings);
    if (options.dryRun && skipReason !== 'filtered out') return skip('dry run');
    if (skipReason !== '') return skip(skipReason);
    const stopped = this.#stopReason();
    if (stopped !== '') return skip(stopped);
    const failed = dependencies.find(({ node }) => !node || !this.#finished.get(node)?.passed);
    if (!failed) return undefined;
    const { written, notFound } = failed;
    if (!notFound) return skip(`dependency failed: ${written}`);
    return skip(`dependency failed: ${written} not found`, [`@depends ${written}: there is no such request`]);
  }

  #stopReason(): string {
    const { signal, options } = this.#run;
    if (signal.aborted) return options.mode === 'cli' ? 'interrupted' : 'cancelled';
    return this.#bailed ? 'bail' : '';
  }

  /** What a request of another file left becomes visible in this one, once. */
  async #import({ written, node }: Dependency, file: FileContext): Promise<void> {
    if (!node || file.imported.has(written)) return;
    const lent = this.#finished.get(node)?.lent;
    if (!lent) return;
    file.imported.add(written);
    const { name } = node.request;
    for (const [capture, value] of Object.entries(lent.captures)) {
      file.captures.setForeign(written, name, capture, value);
    }
    if (lent.view) file.captures.setForeignResponse(written, name, lent.view);
    if (lent.file.jar && file.jar) await copyCookies(lent.file.jar, file.jar);
  }

  /** Unnamed requests share a key when they run one after another; in parallel they would see each other. */
  #captureId({ request, place }: Node): string {
    return request.name === '' && this.#run.options.parallel ? `\0${place}` : request.name;
  }

  #scopeOf(node: Node, captureId: string, file: FileContext): Scope {
    const { owner, request, dependencies } = node;
    if (!this.#run.options.parallel) {
      // One at a time: the scope of the file serves them all.
      file.capturedBy.find = (name) =>
        hiddenCapturingRequest(owner, name, (other) => other === node || this.#finished.has(other));
      return file.scope;
    }
    if (dependencies.length === 0 && request.captures.length === 0) return file.aloneScope();
    const visible = visibleRequests(node, captureId);
    return file.scope.with({
      captures: file.captures.visible(visible),
      capturedBy: (name) =>
        hiddenCapturingRequest(owner, name, (other) => other === node || visible.has(other.request.name)),
    });
  }
}
