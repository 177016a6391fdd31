/** What holds for every fix: its finding is gone, no error is new, and a safe one changes nothing that runs. */
import { RULES, type Diagnostic } from '../../request-file/model/diagnostic.js';
import type { CheckedText } from './checked-text.js';
import type { FixableFinding } from './fix-context.js';
import { mayHaveFix } from './fix-makers.js';
import type { EditedText, MovedPlace } from './text-edit.js';

/** Findings of a text by code and line, and by code alone. */
class FindingCounts {
  readonly #counts = new Map<string, number>();

  add(code: string, line: number): void {
    this.#counts.set(code, this.total(code) + 1);
    this.#counts.set(`${code} ${line}`, this.on(code, line) + 1);
  }

  total(code: string): number {
    return this.#counts.get(code) ?? 0;
  }

  on(code: string, line: number): number {
    return this.#counts.get(`${code} ${line}`) ?? 0;
  }
}

/** A text before and after edits. */
export class FixTrial {
  readonly #before: CheckedText;
  readonly #after: CheckedText;
  readonly #moved: EditedText['moved'];
  readonly #countsAfter = new FindingCounts();
  /** By the lines that they are on now. */
  readonly #countsBefore = new FindingCounts();

  constructor(before: CheckedText, after: CheckedText, { moved }: EditedText) {
    this.#before = before;
    this.#after = after;
    this.#moved = moved;
    for (const { code, line } of after.findings) this.#countsAfter.add(code, line);
    for (const finding of before.findings) this.#countsBefore.add(finding.code, this.#placeNow(finding).line);
  }

  #placeNow({ line, column }: FixableFinding): MovedPlace {
    return this.#moved(this.#before.lines.offset(line, column));
  }

  /** Of equal findings at other places one less is left. */
  isGone(finding: FixableFinding): boolean {
    const { code } = finding;
    const [before, after] = [this.#countsBefore, this.#countsAfter];
    const { line, isKept } = this.#placeNow(finding);
    if (after.total(code) >= before.total(code)) return false;
    return !isKept || after.on(code, line) < before.on(code, line);
  }

  /** Whether every error was there before, on the same line, and was none of those that are fixed. */
  hasNewError(fixed: readonly FixableFinding[]): boolean {
    const left = new Map<string, number>();
    const change = ({ code }: FixableFinding, line: number, by: number): void => {
      const key = `${code} ${line}`;
      left.set(key, (left.get(key) ?? 0) + by);
    };
    for (const error of errorsOf(this.#before)) change(error, this.#placeNow(error).line, 1);
    for (const finding of fixed) if (isError(finding)) change(finding, this.#placeNow(finding).line, -1);
    for (const error of errorsOf(this.#after)) change(error, error.line, -1);
    return [...left.values()].some((count) => count < 0);
  }

  meansTheSame(): boolean {
    return this.#before.meaning === this.#after.meaning;
  }
}

function errorsOf({ findings }: CheckedText): readonly Diagnostic[] {
  return findings.filter(({ severity }) => severity === 'error');
}

function isError({ code }: FixableFinding): boolean {
  return mayHaveFix(code) && RULES[code].severity === 'error';
}
