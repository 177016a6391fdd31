import { isUnsupportedSkip, unsupportedNote } from '../../request-file/model/unsupported-request.js';
import type { RunOutcome } from '../../runner/outcome/result.js';

/** Nobody has to count what was skipped because svc cannot run it. */
export function unsupportedHint({
  files,
  secrets,
}: Pick<RunOutcome, 'files' | 'secrets'>): readonly string[] {
  const names = files.flatMap(({ results }) =>
    results.flatMap(({ skipped, skipReason, shownName }) =>
      skipped && isUnsupportedSkip(skipReason) ? shownName : [],
    ),
  );
  return names.length === 0 ? [] : [secrets.redact(unsupportedNote(names))];
}
