/** Reports each problem of a path once, until it is gone. */
export class ReportedProblems {
  readonly #onProblem: (message: string) => void;
  #reported: ReadonlyMap<string, string> = new Map();

  constructor(onProblem: (message: string) => void) {
    this.#onProblem = onProblem;
  }

  /** Takes the messages of all problems that exist now, by path. */
  report(problems: ReadonlyMap<string, string>): void {
    for (const [path, message] of problems) if (!this.#reported.has(path)) this.#onProblem(message);
    this.#reported = problems;
  }
}
