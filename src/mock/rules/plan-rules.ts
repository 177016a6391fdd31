/** The rules of the routes of one file. */
import { CaptureStore } from '../../evaluation/variables/captures.js';
import { Scope } from '../../evaluation/variables/scope.js';
import type { ScopeChanges, ScopeSources } from '../../evaluation/variables/scope-sources.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { Comparison, Conditional, Request } from '../../request-file/model/model.js';
import { readPath } from '../../request-file/expressions/parse-path.js';
import { operatorAndValue } from '../../request-file/print/print-value.js';
import { openingAt } from '../../request-file/text/template.js';
import type { RouteRules, RuleCondition } from '../responses/route-rules.js';
import { writtenRules } from './written-parts.js';

export interface PlannedRules {
  readonly rules: RouteRules;
  /** What is wrong with the conditions. */
  readonly problems: readonly string[];
}

export class RulePlanner {
  /** With the values that are known before a run. */
  readonly #fixed: Scope;
  /** With those that requests capture from the responses of the mock, too. */
  readonly #captured: Scope;
  readonly #secrets = new Set<string>();

  constructor(sources: ScopeSources, captured: Pick<ScopeChanges, 'captures' | 'globals'>) {
    const { onSecret } = sources;
    this.#fixed = new Scope({
      ...sources,
      captures: new CaptureStore(),
      // Values that differ from run to run must not be taken over from the responses.
      memo: new Map(),
      onSecret: (name, value) => {
        if (value !== '') this.#secrets.add(value);
        onSecret?.(name, value);
      },
    });
    this.#captured = this.#fixed.with(captured);
  }

  /** `parameters` are those of the path. */
  plan(request: Request, parameters: readonly string[]): PlannedRules {
    const written = request.metadata['mock.when'];
    if (written === undefined) return { rules: this.#parts(request), problems: [] };
    const conditions = written.map((conditional) => this.#condition(conditional));
    const problems = [
      ...written.flatMap((conditional) => parameterProblems(conditional, parameters)),
      ...conditions.flatMap((condition) => this.#problems(condition)),
    ];
    return { rules: { parts: [], open: [], hasBody: request.body !== null, conditions }, problems };
  }

  #parts(request: Request): RouteRules {
    return writtenRules(request, this.#fixed, (text) => this.#hasSecret(text));
  }

  #hasSecret(text: string): boolean {
    for (const secret of this.#secrets) {
      if (text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1))) return true;
    }
    return false;
  }

  #condition({ when = [], unless = [] }: Conditional): RuleCondition {
    const values: Record<string, string | null> = {};
    const close = (comparison: Comparison): Comparison => this.#withValues(comparison, values);
    const conditional = { when: when.map(close), unless: unless.map((list) => list.map(close)) };
    const isSecret = Object.values(values).some((text) => text !== null && this.#hasSecret(text));
    const written = [...when, ...unless.flat()].map(writtenText);
    return { conditional, values, written, ...(isSecret && { isSecret }) };
  }

  /** Its placeholders get names of their own, so that nothing of this file is needed when a request is compared. */
  #withValues(comparison: Comparison, values: Record<string, string | null>): Comparison {
    const { raw } = comparison;
    if (raw === undefined) return comparison;
    let text = '';
    let done = 0;
    for (let at = raw.indexOf('{{'); at >= 0;) {
      const { state, start, end } = openingAt(raw, at, raw.length);
      if (state === 'closed') {
        const name = `v${Object.keys(values).length}`;
        values[name] = this.#textOf(raw.slice(start, end));
        text += `${raw.slice(done, start)}{{${name}}}`;
        done = end;
      }
      at = raw.indexOf('{{', end);
    }
    return { ...comparison, raw: text + raw.slice(done) };
  }

  #textOf(source: string): string | null {
    try {
      return this.#captured.text(source);
    } catch (error) {
      if (error instanceof VariableFailure) return null;
      throw error;
    }
  }

  /** A run would have a value for it, the mock server has none. */
  #problems({ written, values }: RuleCondition): readonly string[] {
    if (!Object.values(values).includes(null)) return [];
    return [`\`${written.join(' and ')}\` in @mock.when never holds: a value of it is not known`];
  }
}

function writtenText(comparison: Comparison): string {
  return `${comparison.subject} ${operatorAndValue(comparison)}`.trim();
}

/** Names of parameters may contain dots, as in `path.create.id`. */
function parameterProblems(
  { when = [], unless = [] }: Conditional,
  parameters: readonly string[],
): readonly string[] {
  return [...when, ...unless.flat()].flatMap(({ subject }): string[] => {
    const parsed = /^path\b/.test(subject) ? readPath(subject) : undefined;
    const step = parsed?.ok ? parsed.steps[1] : undefined;
    if (step?.kind !== 'key' || parameters.includes(step.key)) return [];
    if (parameters.includes(subject.slice('path.'.length))) return [];
    const others = parameters.length === 0 ? '' : `, only ${parameters.join(', ')}`;
    return [`\`${subject}\` in @mock.when has no value: the path has no parameter ${step.key}${others}`];
  });
}
