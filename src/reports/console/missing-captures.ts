/** Captures that found nothing, which other requests miss. */
import type { RequestFile } from '../../request-file/model/model.js';
import { collectReferences } from '../../request-file/model/references.js';
import type { MissingCapture, RequestOutcome } from '../../runner/outcome/result.js';
import type { SourceExcerpt } from './source-excerpt.js';

export interface PossibleCause extends MissingCapture {
  /** The request whose capture found nothing. */
  readonly outcome: RequestOutcome;
}

/** The results of a run, also of one that is going on. */
export interface MissingCaptureSource {
  readonly files: readonly { readonly results: readonly RequestOutcome[] }[];
}

export function missingCapturesOf({ files }: MissingCaptureSource): readonly PossibleCause[] {
  return files.flatMap(({ results }) =>
    results.flatMap((outcome) => (outcome.missingCaptures ?? []).map((capture) => ({ ...capture, outcome }))),
  );
}

/** Those that a failed request refers to; a request sees the captures of its file and of its dependencies. */
export function captureCauses(
  failed: RequestOutcome,
  excerpt: SourceExcerpt | undefined,
  missing: readonly PossibleCause[],
): readonly PossibleCause[] {
  if (missing.length === 0) return [];
  const used = excerpt === undefined ? namesIn(failed.error) : referencesOf(excerpt);
  return missing.filter(({ name, outcome }) => {
    if (outcome === failed || outcome.iteration !== failed.iteration || !isVisible(failed, outcome, excerpt))
      return false;
    return used.has(name) || used.has(`${outcome.name}.${name}`);
  });
}

function referencesOf({ file, request }: SourceExcerpt): ReadonlySet<string> {
  const own: RequestFile = { ...file, requests: [request] };
  return collectReferences([own]);
}

function namesIn(error: string): ReadonlySet<string> {
  return new Set([...error.matchAll(/variable "([^"]+)"/g)].map(([, name = '']) => name));
}

function isVisible(
  failed: RequestOutcome,
  other: RequestOutcome,
  excerpt: SourceExcerpt | undefined,
): boolean {
  if (failed.file === other.file) return true;
  // Captures also come from the dependencies of dependencies.
  const requests = excerpt?.file.requests ?? [];
  return requests.some(({ metadata }) => metadata.depends?.some((name) => name.endsWith(`#${other.name}`)));
}
