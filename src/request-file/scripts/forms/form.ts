/** One row of the table of forms: what a script says, and the lines that it becomes. */
export interface Form {
  readonly script: string;
  /** Lines of a request file; empty if the form is ignored. Reports start with `reported:`. */
  readonly lines: readonly string[];
  /** Set for scripts before a request, and for those of one client only. */
  readonly stage?: 'before';
  readonly client?: 'jetbrains' | 'bruno' | 'httpyac' | 'insomnia';
}

export interface FormGroup {
  readonly title: string;
  readonly forms: readonly Form[];
}

export function form(script: string, ...lines: readonly string[]): Form {
  return { script, lines };
}

/** Statements as they stand in a script after `const json = pm.response.json();`, which is left out of the table. */
export const START = 'const json = pm.response.json();';
