import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { useEffect } from 'preact/hooks';
import { MethodMark } from '../../components/marks.js';
import { show } from '../../state/documents.js';
import { loadParsedFiles, parsedFiles } from '../../state/parsed-files.js';
import { workspace } from '../../state/workspace.js';
import { sendPlan, type PlannedRequest } from './send-plan.js';
import { percentText } from './result-text.js';

const MAX_SHOWN = 200;

/** The requests that are sent, with their shares. */
export function PlanTable({ files }: { readonly files: readonly string[] }): JSX.Element {
  // The tree changes whenever a file does.
  const tree = workspace.value;
  useEffect(() => void loadParsedFiles(files), [files.join('\n'), tree]);
  const plan = sendPlan(files.flatMap((path) => parsedFiles.value.get(path) ?? []));
  const sent = plan.filter(({ share }) => share > 0).length;
  return (
    <details class="stress-more">
      <summary>
        What is sent <span class="hint">{`${sent} of ${formatCount(plan.length, 'request')}`}</span>
      </summary>
      <ul class="plan">
        {plan.slice(0, MAX_SHOWN).map((request, index) => (
          <li key={index}>
            <MethodMark method={request.method} />
            <button
              type="button"
              class="link ellipsis"
              title={`${request.name}, in ${request.file}`}
              onClick={() => show(request.file)}
            >
              {request.name}
            </button>
            <span class="spacer" />
            <span class="hint nowrap">{roleText(request)}</span>
          </li>
        ))}
      </ul>
      {plan.length > MAX_SHOWN && <p class="hint">and {plan.length - MAX_SHOWN} more</p>}
      <p class="hint">
        Decided in the files: <code># @stress.weight 3</code> sends a request three times as often,{' '}
        <code># @stress.setup</code> and <code># @stress.teardown</code> send it once before or after,{' '}
        <code># @stress.skip</code> leaves it out, <code># @stress.think 500</code> sets its think time.
      </p>
    </details>
  );
}

function roleText({ role, share, weight }: PlannedRequest): string {
  if (role === 'setup') return 'once before';
  if (role === 'teardown') return 'once after';
  if (role === 'left out') return 'left out';
  return weight === 0 ? 'only before others' : percentText(share);
}
