import { diagnosticLine } from '../request-file/diagnostic.js';
import { formatRequestFile } from '../request-file/format-text.js';
import { writeAtomic } from '../workspace/atomic-write.js';
import { diskReason } from '../workspace/disk-error.js';
import { readLimited } from '../workspace/read-limited.js';
import type { FoundFile } from '../workspace/request-files.js';
import { findRequestFiles } from './find-request-files.js';

export type FormatOutcome =
  | { readonly kind: 'same' | 'changed'; readonly file: string; readonly text: string }
  /** Nothing was touched; each message names the file. */
  | { readonly kind: 'refused'; readonly messages: readonly string[] };

/** One outcome per file and per bad path, as soon as it is known; `write` replaces changed files. */
export async function* formatFiles(
  paths: readonly string[],
  cwd: string,
  options: { readonly write: boolean },
): AsyncGenerator<FormatOutcome> {
  const found = await findRequestFiles(paths, cwd);
  for (const problem of found.problems) yield { kind: 'refused', messages: [problem] };
  for (const each of found.files) {
    const outcome = await formatOne(each);
    if (outcome.kind === 'changed' && options.write) {
      await writeAtomic(each.absolute, outcome.text, { shown: each.shown });
    }
    yield outcome;
  }
}

export async function formatSource(source: Uint8Array, file: string): Promise<FormatOutcome> {
  const formatted = await formatRequestFile(source, file);
  if (!formatted.ok) {
    const errors = formatted.file.diagnostics.filter(({ severity }) => severity === 'error');
    return { kind: 'refused', messages: errors.map((error) => diagnosticLine(file, error)) };
  }
  const same = Buffer.from(formatted.text).equals(source);
  return { kind: same ? 'same' : 'changed', file, text: formatted.text };
}

async function formatOne(found: FoundFile): Promise<FormatOutcome> {
  let source: Uint8Array;
  try {
    source = await readLimited(found.absolute, MOST_BYTES);
  } catch (error) {
    return { kind: 'refused', messages: [`cannot read ${found.shown}: ${diskReason(error)}`] };
  }
  return formatSource(source, found.shown);
}

const MOST_BYTES = 10 * 1024 * 1024;
