/** Files beside a source that its requests name: they are copied to the same places beside the output. */
import { posix } from 'node:path';
import type { ExtraFile, Loss } from './converted.js';
import type { SourceFolder } from './source-folder.js';

export interface NamedFile {
  /** As the request has it. */
  readonly written: string;
  /** Below the source and below the output, with `/`. */
  readonly path: string;
  /** The request, for losses. */
  readonly owner: Pick<Loss, 'path' | 'line'>;
}

export interface CopiedFiles {
  readonly copies: readonly ExtraFile[];
  readonly losses: readonly Loss[];
}

const MAX_COPIES = 1000;

/** Each file is read once, and each that cannot be copied is a loss once. */
export async function copiedFiles(named: readonly NamedFile[], source: SourceFolder): Promise<CopiedFiles> {
  const copies: ExtraFile[] = [];
  const losses: Loss[] = [];
  const seen = new Set<string>();
  for (const { written, path, owner } of named) {
    const place = posix.normalize(path);
    if (seen.has(place)) continue;
    seen.add(place);
    const content =
      copies.length < MAX_COPIES
        ? await contentOf(place, written, source)
        : { reason: `is left out, because requests name more than ${MAX_COPIES} files` };
    if (typeof content === 'object' && 'reason' in content)
      losses.push({ ...owner, reason: `the file ${written.slice(0, 200)} ${content.reason}` });
    else copies.push({ path: place, content });
  }
  return { copies, losses };
}

async function contentOf(
  place: string,
  written: string,
  source: SourceFolder,
): Promise<string | Uint8Array | { readonly reason: string }> {
  if (/^(?:[/\\~]|[a-z]:)/i.test(written) || place.startsWith('../') || place === '..')
    return { reason: 'lies outside of the folder and is not copied' };
  if (isSettings(place)) return { reason: 'may hold settings or secrets and is not copied' };
  const text = source.files.get(place);
  if (text !== undefined) return text;
  if (source.readOther === undefined) return { reason: 'is not copied, because only one text was given' };
  return source.readOther(place);
}

/** What svc, git or another client reads on its own must not come from a source, and private values stay there. */
export function isSettings(place: string): boolean {
  return (
    place.split('/').some((name) => name.startsWith('.')) ||
    /(?:^|\/)(?:service\.ya?ml|http-client\.private\.env\.json|http-client\.env\.json\.user)$/i.test(place)
  );
}
