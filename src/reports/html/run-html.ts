import type { RunOutcome } from '../../runner/outcome/result.js';
import { htmlPage } from './html-page.js';
import { durationText, htmlBar, htmlCards, htmlDuration, htmlTime } from './html-parts.js';
import { PAGE_STYLE } from './html-style.js';
import { escapeHtml } from './html-text.js';
import type { ReportContext } from '../results/report-context.js';
import { RUN_SCRIPT } from './run-html-script.js';
import { RUN_STYLE } from './run-html-style.js';
import { testItem } from './run-html-test.js';
import { testReports } from '../results/test-report.js';

/** One self-contained page, chunk by chunk. */
export function renderHtml(run: RunOutcome, context: ReportContext): Iterable<string> {
  return htmlPage({
    title: `${verdictOf(run).text} – svc test report`,
    style: PAGE_STYLE + RUN_STYLE,
    body: body(run, context),
    script: RUN_SCRIPT,
  });
}

function* body(run: RunOutcome, context: ReportContext): Generator<string> {
  yield '<div class="page">\n';
  yield header(run, context);
  yield '<main>\n';
  yield summary(run);
  yield files(run);
  yield* tests(run);
  yield '</main>\n</div>\n';
}

function header(run: RunOutcome, { version }: ReportContext): string {
  const { kind, text } = verdictOf(run);
  const facts = [
    ['Environment', escapeHtml(run.secrets.redact(run.environment))],
    ['Started', htmlTime(run.startedAt)],
    ['Files', String(run.files.length)],
    ['Version', `svc ${escapeHtml(version)}`],
  ].filter(([, value]) => value !== '');
  const items = facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return `<header class="top">
<p class="verdict ${kind}">${text}</p>
<h1>Test report</h1>
<dl class="facts">${items.join('')}</dl>
</header>
`;
}

function verdictOf({ passed, failed, skipped }: RunOutcome): {
  readonly kind: string;
  readonly text: string;
} {
  if (failed > 0) return { kind: 'failed', text: `${failed} of ${passed + failed + skipped} failed` };
  if (passed > 0) return { kind: 'passed', text: skipped > 0 ? `${passed} passed` : 'All passed' };
  return { kind: 'skipped', text: 'Nothing was run' };
}

function summary({ passed, failed, skipped, duration }: RunOutcome): string {
  const kind = (name: string, count: number): string => (count === 0 ? `${name} none` : name);
  return `<section aria-labelledby="summary">
<h2 id="summary" class="quiet">Summary</h2>
${htmlCards([
  { label: 'Passed', value: String(passed), kind: kind('passed', passed) },
  { label: 'Failed', value: String(failed), kind: kind('failed', failed) },
  { label: 'Skipped', value: String(skipped), kind: kind('skipped', skipped) },
  { label: 'Duration', value: htmlDuration(duration), kind: 'duration' },
])}${htmlBar({ passed, failed, skipped })}</section>
`;
}

function files(run: RunOutcome): string {
  if (run.files.length < 2) return '';
  const rows = run.files.map(({ file, passed, failed, skipped, duration }) => {
    const numbers = [passed, failed, skipped].map((count) => `<td class="number">${count}</td>`).join('');
    const name = escapeHtml(run.secrets.redact(file));
    return `<tr><th scope="row" class="mono">${name}</th>${numbers}<td class="number">${durationText(duration)}</td></tr>\n`;
  });
  return `<details class="files sheet">
<summary>Results by file</summary>
<div class="scroll"><table>
<thead><tr><th scope="col">File</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Skipped</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>
${rows.join('')}</tbody>
</table></div>
</details>
`;
}

function* tests(run: RunOutcome): Generator<string> {
  const total = run.files.reduce((sum, { results }) => sum + results.length, 0);
  yield '<section aria-labelledby="tests">\n<div class="bench"><h2 id="tests">Tests</h2>';
  yield '<p id="shown" class="shown" role="status"></p></div>\n';
  if (total === 0) {
    yield '<p class="empty sheet">There was no test to run.</p>\n</section>\n';
    return;
  }
  yield tools(run);
  yield '<ol class="tests sheet" id="list" role="list">';
  for (const test of testReports(run)) yield testItem(test);
  yield '</ol>\n<p id="empty" class="empty sheet" hidden>No test matches.</p>\n</section>\n';
}

/** The controls need the script, which makes them visible. */
function tools({ passed, failed, skipped }: RunOutcome): string {
  const buttons = [
    ['all', 'All', passed + failed + skipped],
    ['passed', 'Passed', passed],
    ['failed', 'Failed', failed],
    ['skipped', 'Skipped', skipped],
  ] as const;
  const filters = buttons.map(([show, label, count]) => {
    return `<button type="button" data-show="${show}" aria-pressed="${show === 'all'}">${label} <span class="count">${count}</span></button>`;
  });
  return `<div class="tools" id="tools" hidden>
<div class="group" role="group" aria-label="Show">${filters.join('')}</div>
<div class="find"><input type="search" id="find" aria-label="Search tests" aria-keyshortcuts="/" placeholder="Search  ( / )" autocomplete="off" spellcheck="false"></div>
<label class="sort">Sort by <select id="sort"><option value="order">order</option><option value="name">name</option><option value="duration">duration</option></select></label>
<button type="button" id="open-all">Expand all</button>
</div>
`;
}
