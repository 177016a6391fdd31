/** The files and commands of docs/ci.md. */
import { expect } from 'vitest';
import { readPages } from '../support/files/markdown.js';

export const ciPage = (await readPages()).find(({ path }) => path === 'docs/ci.md');
export const ciExamples = ciPage?.examples ?? [];

export function fileOfPage(name: string): string {
  const found = ciExamples.filter(({ notes }) => notes.get('file') === name);
  expect(found.map(({ notes }) => notes.get('file'))).toEqual([name]);
  return found[0]?.text ?? '';
}

export const WORKFLOWS = ['api', 'api-in-parts', 'api-plain'].map((name) => `.github/workflows/${name}.yml`);

export interface Workflow {
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

export interface WorkflowJob {
  readonly env?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly part: readonly number[] } };
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

export const OWN_ACTION = /^OWNER\/REPOSITORY@v\d/;
