import { expect } from 'vitest';
import type { Diagnostic } from '../../src/request-file/model/diagnostic.js';
import type { RequestFile } from '../../src/request-file/model/model.js';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { COMPUTED_HEADERS } from '../../src/request-file/text/header-name.js';
import { validateFiles } from '../../src/request-file/validate.js';

export interface Checked {
  readonly file: RequestFile;
  readonly findings: readonly Diagnostic[];
}

export async function checked(text: string): Promise<Checked> {
  const file = await parseRequestFile(text, 'a.http');
  return { file, findings: [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])] };
}

/** How often each code occurs, of errors or of all findings. */
export function countsOf(
  { findings }: Checked,
  isCounted: (finding: Diagnostic) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings.filter(isCounted))
    counts.set(finding.code, (counts.get(finding.code) ?? 0) + 1);
  return counts;
}

export function expectNoNewError(before: Checked, after: Checked, shown: string): void {
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  const old = countsOf(before, isError);
  for (const [code, count] of countsOf(after, isError))
    expect(count, `${code} after ${shown}`).toBeLessThanOrEqual(old.get(code) ?? 0);
}

/** Where something stands and what it looks like. */
export const LAYOUT = new Set([
  'line',
  'requestLine',
  'layout',
  'comment',
  'comments',
  'endComments',
  'untranslatedScripts',
]);

export const isReplaced = (name: string): boolean => name === 'authorization' || COMPUTED_HEADERS.has(name);

/** What a file does, with everything taken out that safe fixes may change, since it has no effect. */
export function effectOf({ variables, requests, imports, runs }: RequestFile): unknown {
  const given = requests.map((request) => ({
    ...request,
    url: request.url.replaceAll(/[ \t]/g, '%20'),
    headers: request.headers.filter(({ key }) => !isReplaced(key.toLowerCase())),
    captures: request.captures.filter(
      ({ name, when, unless }, index, all) =>
        when !== undefined ||
        unless !== undefined ||
        !all.slice(index + 1).some((later) => later.name === name && !later.when && !later.unless),
    ),
  }));
  const last = Object.fromEntries(variables.map(({ name, value, secret }) => [name, [value, secret]]));
  const named = Object.entries(last).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.parse(
    JSON.stringify({ named, given, imports, runs }, (key, value: unknown) =>
      LAYOUT.has(key) ? undefined : value,
    ),
  );
}
