import { getOrAdd } from '../../primitives/get-or-add.js';
import { countResults } from '../../runner/file-progress.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { Run } from '../../runner/run.js';

/** Bodies of passed requests are kept up to this many characters in all, since passes may be many. */
const MAX_BODY_CHARACTERS = 64 * 1024 * 1024;

/** The results of all passes, file by file. */
export class JoinedPasses {
  readonly #passes: number;
  readonly #files = new Map<string, JoinedFile>();
  readonly #problems = new Set<string>();
  #startedAt: number | undefined;
  #duration = 0;
  #createdSnapshots = 0;
  #bodyCharacters = 0;
  #count = 0;

  constructor(passes: number) {
    this.#passes = passes;
  }

  /** How many results there are. */
  get count(): number {
    return this.#count;
  }

  add({ startedAt, duration, files, problems = [], createdSnapshots = 0 }: RunOutcome): void {
    this.#startedAt ??= startedAt;
    this.#duration = startedAt + duration - this.#startedAt;
    this.#createdSnapshots += createdSnapshots;
    for (const problem of problems) this.#problems.add(problem);
    for (const file of files) {
      const joined = getOrAdd(this.#files, file.file, () => new JoinedFile(file));
      joined.add(file, (outcome) => this.#bounded(outcome));
      this.#count += file.results.length;
    }
  }

  /** Notes why no further pass follows. */
  stop(problem: string): void {
    this.#problems.add(problem);
  }

  outcome({ options, secrets }: Run, { unresolved }: RunPlan): RunOutcome {
    const files = [...this.#files.values()].map((file) => file.outcome());
    return {
      startedAt: this.#startedAt ?? 0,
      duration: Math.max(0, Math.round(this.#duration)),
      environment: options.environmentName,
      files,
      ...countResults(files.flatMap(({ results }) => results)),
      secrets,
      problems: [...this.#problems],
      createdSnapshots: this.#createdSnapshots,
      unresolved,
      passes: this.#passes,
    };
  }

  #bounded(outcome: RequestOutcome): RequestOutcome {
    const { response, passed } = outcome;
    this.#bodyCharacters += response.body.length;
    if (!passed || this.#bodyCharacters <= MAX_BODY_CHARACTERS || response.body === '') return outcome;
    return { ...outcome, response: { ...response, body: '', bodyTruncated: true } };
  }
}

/** One file; its requests stay in the order of the first pass, and the results of each in the order of passes. */
class JoinedFile {
  readonly #head: Pick<FileOutcome, 'file' | 'startedAt' | 'broken'>;
  /** By line. */
  readonly #groups = new Map<number, RequestOutcome[]>();
  /** What follows the last request of the file. */
  readonly #last: RequestOutcome[] = [];
  #duration = 0;

  constructor({ file, startedAt, broken }: FileOutcome) {
    this.#head = { file, startedAt, broken };
  }

  add({ results, duration }: FileOutcome, bounded: (outcome: RequestOutcome) => RequestOutcome): void {
    this.#duration += duration;
    // A request of another file stands before the request of this file that needs it, and stays with it.
    let before: RequestOutcome[] = [];
    for (const result of results) {
      const outcome = bounded(result);
      if (outcome.file !== this.#head.file) before.push(outcome);
      else {
        getOrAdd(this.#groups, outcome.line, () => []).push(...before, outcome);
        before = [];
      }
    }
    this.#last.push(...before);
  }

  outcome(): FileOutcome {
    const results = [...this.#groups.values(), this.#last].flat();
    return { ...this.#head, duration: this.#duration, ...countResults(results), results };
  }
}
