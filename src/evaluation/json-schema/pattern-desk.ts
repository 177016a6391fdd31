/** Answers the patterns of a schema at once where it can, and remembers the others for a second round. */
import {
  compilePattern,
  loadLinearEngine,
  testPattern,
  testPatternNow,
  type SafePattern,
} from '../pattern/safe-pattern.js';
import { LimitExceeded, type EvaluationLimits } from '../bounded/limits.js';
import { SchemaProblem } from './registry.js';

interface Question {
  readonly pattern: SafePattern;
  readonly text: string;
  readonly key: string;
}

export class PatternDesk {
  readonly #answers = new Map<string, boolean>();
  #open: Question[] = [];

  /** A guess for now when the question stays open: `settle` says so. */
  matches(source: string, text: string): boolean {
    const pattern = compiled(source);
    const key = `${source}\0${text}`;
    const answer = this.#answers.get(key) ?? testPatternNow(pattern, text);
    if (answer !== undefined) return answer;
    this.#open.push({ pattern, text, key });
    return true;
  }

  /** False when there was nothing to find out; else the value has to be judged again. */
  async settle(limits: EvaluationLimits): Promise<boolean> {
    if (this.#open.length === 0) return false;
    await loadLinearEngine();
    for (const { pattern, text, key } of this.#open) {
      if (this.#answers.has(key)) continue;
      try {
        this.#answers.set(key, await testPattern(pattern, text, limits));
      } catch (cause) {
        if (cause instanceof LimitExceeded) throw new SchemaProblem(`in the schema, ${cause.message}`);
        throw cause;
      }
    }
    this.#open = [];
    return true;
  }
}

/** Unicode patterns, as JSON Schema wants them; else what ECMAScript understands without that flag. */
function compiled(source: string): SafePattern {
  try {
    return compilePattern(source, '');
  } catch {
    return lenient(source);
  }
}

function lenient(source: string): SafePattern {
  try {
    return compilePattern(source, '', '');
  } catch {
    throw new SchemaProblem(`\`${source.slice(0, 100)}\` is no pattern`);
  }
}
