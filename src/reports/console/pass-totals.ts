/** The end of the report of a run that was repeated: how often each request passed. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { printableLine } from '../../primitives/printable.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { Styler } from './style.js';

/** Lines such as `readOrder: 9 of 10 passed` below the name of each file; none for a run that was not repeated. */
export function passTotals({ files, secrets }: RunOutcome, style: Styler): readonly string[] {
  return files.flatMap((file) => {
    const requests = repeatedRequests(file);
    if (requests.length === 0) return [];
    const lines = requests.map(
      (results) => `  ${printableLine(secrets.redact(nameOf(results)))}: ${countText(results, style)}`,
    );
    return [printableLine(secrets.redact(file.file)), ...lines];
  });
}

type Results = readonly RequestOutcome[];

/** The results of each request. A file that cannot run has none, and what is not selected was not repeated. */
function repeatedRequests({ results, broken }: FileOutcome): readonly Results[] {
  if (broken.length > 0) return [];
  const requests = new Map<string, RequestOutcome[]>();
  for (const outcome of results) {
    const { iteration, skipReason, file, line } = outcome;
    if (iteration === undefined || skipReason === FILTERED_OUT) continue;
    getOrAdd(requests, `${line} ${file}`, (): RequestOutcome[] => []).push(outcome);
  }
  return [...requests.values()];
}

/** The rows of one request are counted together. */
function nameOf(results: Results): string {
  const [name = '', ...others] = new Set(results.map(({ shownName }) => shownName));
  return others.length === 0 ? name : name.replace(/ \[\d+\]$/, '');
}

function countText(results: Results, style: Styler): string {
  const passed = results.filter((result) => result.passed).length;
  const skipped = results.filter((result) => result.skipped).length;
  const colour = passed === results.length ? 'green' : passed + skipped < results.length ? 'red' : 'yellow';
  const counts = style(colour, `${passed} of ${results.length} passed`);
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
