import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/request-file/model/diagnostic.js';
import type { ErrorKind } from '../../src/runner/outcome/result.js';
import { explanationOf, failureExplanationOf } from '../../src/authoring/explanations.js';
import { FAILURE_EXPLANATIONS } from '../../src/authoring/failure-explanations.js';
import { FINDING_EXPLANATIONS } from '../../src/authoring/finding-explanations.js';

/** The compiler refuses a kind without a row here, and the row below a kind that does not exist. */
const ROW_OF_EACH_KIND: Readonly<Record<ErrorKind, unknown>> = FAILURE_EXPLANATIONS;
const KIND_OF_EACH_ROW: readonly ErrorKind[] = Object.keys(
  FAILURE_EXPLANATIONS,
) as (keyof typeof FAILURE_EXPLANATIONS)[];

const ALL = [...Object.entries(FINDING_EXPLANATIONS), ...Object.entries(FAILURE_EXPLANATIONS)];

describe('explanations', () => {
  it('exist for every finding', () => {
    const codes = [...Object.keys(RULES), 'undefined_variable'];
    expect(Object.keys(FINDING_EXPLANATIONS).toSorted()).toEqual(codes.toSorted());
    for (const code of codes) expect(explanationOf(code), code).toBeDefined();
  });

  it('exist for every kind of failure', () => {
    expect(Object.keys(ROW_OF_EACH_KIND).toSorted()).toEqual(KIND_OF_EACH_ROW.toSorted());
    expect(KIND_OF_EACH_ROW.length).toBeGreaterThan(15);
    for (const kind of KIND_OF_EACH_ROW) expect(failureExplanationOf(kind), kind).toBeDefined();
  });

  it('do not exist for other names', () => {
    for (const name of ['', 'constructor', '__proto__', 'toString', 'no_such_code']) {
      expect(explanationOf(name)).toBeUndefined();
      expect(failureExplanationOf(name)).toBeUndefined();
    }
  });

  it.each(ALL)('are one whole sentence each: %s', (_code, { why, whatToDo }) => {
    for (const text of [why, whatToDo]) {
      expect(text).toMatch(/^[A-Z`][^\n]*\.$/);
      const words = text.replaceAll(/`[^`]*`/g, 'x');
      expect(words).not.toMatch(/[.!?] |`|\.\.|\b(?:TODO|FIXME)\b/);
      expect(words.split(' ').length).toBeGreaterThan(2);
    }
    expect(why).not.toBe(whatToDo);
  });

  it('are about one thing each', () => {
    const reasons = ALL.map(([, { why }]) => why);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
