/** Tests the patterns of a schema at once where that is safe, and keeps the others for a thread. */
import {
  compilePattern,
  loadLinearEngine,
  testPattern,
  testPatternNow,
  type SafePattern,
} from '../../pattern/safe-pattern.js';
import { LimitExceeded, type EvaluationLimits } from '../../bounded/limits.js';
import { SchemaProblem } from '../references/registry.js';

interface OpenMatch {
  readonly pattern: SafePattern;
  readonly text: string;
  readonly key: string;
}

export class SchemaPatterns {
  readonly #results = new Map<string, boolean>();
  #open: OpenMatch[] = [];

  /** Assumes a match where the test stays open; `resolveOpen` returns whether that happened. */
  matches(source: string, text: string): boolean {
    const pattern = compiled(source);
    const key = `${source}\0${text}`;
    const result = this.#results.get(key) ?? testPatternNow(pattern, text);
    if (result !== undefined) return result;
    this.#open.push({ pattern, text, key });
    return true;
  }

  /** False when no test was open; otherwise the value has to be validated again. */
  async resolveOpen(limits: EvaluationLimits): Promise<boolean> {
    if (this.#open.length === 0) return false;
    await loadLinearEngine();
    for (const { pattern, text, key } of this.#open) {
      if (this.#results.has(key)) continue;
      try {
        this.#results.set(key, await testPattern(pattern, text, limits));
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
    return compiledLeniently(source);
  }
}

function compiledLeniently(source: string): SafePattern {
  try {
    return compilePattern(source, '', '');
  } catch {
    throw new SchemaProblem(`\`${source.slice(0, 100)}\` is no pattern`);
  }
}
