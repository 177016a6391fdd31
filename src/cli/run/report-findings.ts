import { findMissingCaptures, findRunWarnings } from '../../operations/files/run-findings.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { problemLine, type ProblemDetail } from '../../runner/plan/problem-detail.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { Run } from '../../runner/run.js';
import type { Terminal } from '../command/terminal.js';

const MAX_SHOWN_WARNINGS = 20;

/** Reports what is wrong with the files of a run: before it starts, and what only the run could find after it. */
export class FindingsReport {
  readonly #run: Run;
  readonly #plan: RunPlan;
  readonly #terminal: Terminal;
  /** Errors and warnings that were printed, so that none is printed twice. */
  readonly #printed = new Set<string>();
  #left = MAX_SHOWN_WARNINGS;

  constructor(run: Run, plan: RunPlan, terminal: Terminal) {
    this.#run = run;
    this.#plan = plan;
    this.#terminal = terminal;
  }

  async before(): Promise<void> {
    const { unresolved } = this.#plan;
    if (unresolved.length > 0) {
      const { describeUnresolved } = await import('../../operations/files/dependency-findings.js');
      for (const finding of describeUnresolved(unresolved)) {
        this.#printed.add(`${finding.place} ${finding.message}`);
        await this.#terminal.error(this.#run.secrets.redact(problemLine(finding)));
      }
    }
    if (this.#terminal.quiet) return;
    await this.#warn(
      await findRunWarnings(this.#run.files, this.#plan),
      (count) => `${count}; svc validate shows them`,
    );
  }

  async after(outcome: RunOutcome): Promise<void> {
    if (this.#terminal.quiet) return;
    await this.#warn(findMissingCaptures(outcome), (count) => `${count}: captures that found nothing`);
  }

  async #warn(findings: readonly ProblemDetail[], rest: (count: string) => string): Promise<void> {
    let hidden = 0;
    for (const { place, message } of findings) {
      const line = `${place} ${message}`;
      if (this.#printed.has(line)) continue;
      this.#printed.add(line);
      if (this.#left > 0) await this.#terminal.warning(this.#run.secrets.redact(line));
      else hidden += 1;
      this.#left -= 1;
    }
    if (hidden > 0) await this.#terminal.warning(rest(formatCount(hidden, 'more warning')));
  }
}
