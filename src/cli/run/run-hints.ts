import type { RunOutcome } from '../../runner/outcome/result.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { unsupportedHint } from '../../operations/runs/unsupported-hint.js';

/** Returns hints for people, printed once after the report. */
export function runHints(run: RunOutcome): readonly string[] {
  const { createdSnapshots = 0, unresolved = [] } = run;
  return [
    // The errors themselves were printed before the run and may be far above.
    ...(unresolved.length === 0 ? [] : [UNRESOLVED_HINT]),
    ...(createdSnapshots === 0 ? [] : [`${formatCount(createdSnapshots, 'snapshot')} created`]),
    ...(hasBoundaryFailure(run) ? [WORKSPACE_HINT] : []),
    ...unsupportedHint(run),
  ];
}

const UNRESOLVED_HINT =
  'requests were skipped because a dependency cannot be found or has errors; see the errors above';

const WORKSPACE_HINT =
  'the workspace is the directory of the config file in use, else the current directory; files that requests refer to must be inside it';

/** Users who start a run in another directory may not expect that files next to a request file are out of reach. */
function hasBoundaryFailure({ files, failed }: RunOutcome): boolean {
  const mentionsBoundary = (text: string): boolean => text.includes('path is outside the workspace');
  return (
    failed > 0 &&
    files.some(({ results }) =>
      results.some(
        ({ error, assertions }) =>
          mentionsBoundary(error) || assertions.some(({ message }) => mentionsBoundary(message)),
      ),
    )
  );
}
