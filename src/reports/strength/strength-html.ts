import { getOrAdd } from '../../primitives/get-or-add.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { EQUIVALENCE_RULES } from '../../strength/model/equivalence-rules.js';
import type { Suggestion } from '../../strength/model/advice.js';
import type { FileStrength, RequestStrength, Tally } from '../../strength/model/strength.js';
import { htmlPage } from '../html/html-page.js';
import { htmlBar, htmlCards } from '../html/html-parts.js';
import { PAGE_STYLE } from '../html/html-style.js';
import { escapeHtml } from '../html/html-text.js';
import { STRENGTH_STYLE } from './strength-html-style.js';
import {
  byRemedy,
  catchesText,
  dangerousOf,
  meetsMin,
  minText,
  noticedText,
  remedyText,
  requestNameText,
  requestsOf,
  scoreText,
  summaryText,
  survivorText,
  type StrengthReport,
} from './strength-text.js';

/** One self-contained page, chunk by chunk, without scripts. */
export function renderStrengthHtml(report: StrengthReport, version: string): Iterable<string> {
  return htmlPage({
    title: `${scoreText(report.strength.score)} – svc strength`,
    style: PAGE_STYLE + STRENGTH_STYLE,
    body: body(report, version),
    script: '',
  });
}

function* body(report: StrengthReport, version: string): Generator<string> {
  yield '<div class="page">\n';
  yield header(report, version);
  yield '<main>\n';
  yield cards(report);
  yield* scores(report);
  yield* survivors(report);
  yield* suggestions(report);
  yield* equivalents(report);
  yield* problems(report);
  yield '</main>\n</div>\n';
}

function header(report: StrengthReport, version: string): string {
  const { strength } = report;
  const verdict = minText(report);
  const kind = meetsMin(report) ? 'passed' : 'failed';
  const min = verdict === undefined ? '' : `<p class="min sheet ${kind}">${escapeHtml(verdict)}</p>\n`;
  return `<header class="top">
<h1>Strength of the tests</h1>
<p class="summary">${escapeHtml(summaryText(strength))}</p>
<dl class="facts"><div><dt>Seed</dt><dd>${strength.seed}</dd></div><div><dt>Version</dt><dd>svc ${escapeHtml(version)}</dd></div></dl>
${min}</header>
`;
}

function cards({ strength }: StrengthReport): string {
  const { score, killed, survived, equivalent } = strength;
  const items = [
    { label: 'Score', value: scoreText(score), kind: '' },
    { label: 'Noticed', value: String(killed), kind: killed === 0 ? 'none' : 'passed' },
    { label: 'Survived', value: String(survived), kind: survived === 0 ? 'none' : 'failed' },
    { label: 'Equivalent', value: String(equivalent), kind: 'none' },
  ];
  return `<section aria-labelledby="summary">
<h2 id="summary" class="quiet">Summary</h2>
${htmlCards(items)}${htmlBar({ passed: killed, failed: survived })}</section>
`;
}

const COLUMNS = [
  ['Request', ''],
  ['Score', ' class="number"'],
  ['Noticed', ' class="number"'],
  ['Equivalent', ' class="number"'],
] as const;

function* scores({ strength }: StrengthReport): Generator<string> {
  const heads = COLUMNS.map(([title, kind]) => `<th scope="col"${kind}>${title}</th>`).join('');
  yield `<section aria-labelledby="requests">
<h2 id="requests">Requests</h2>
<div class="sheet scroll" role="region" aria-labelledby="requests" tabindex="0"><table class="scores">
<caption class="quiet">Scores of files and requests</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
`;
  for (const file of strength.files) {
    yield fileRow(file);
    for (const request of file.requests) yield requestRow(request);
  }
  yield '</tbody>\n</table></div>\n</section>\n';
}

function fileRow(file: FileStrength): string {
  return `<tr class="file"><th scope="row" class="mono">${escapeHtml(file.file)}</th>${cells(file)}</tr>\n`;
}

function requestRow(request: RequestStrength): string {
  const name = escapeHtml(requestNameText(request.name));
  return `<tr><th scope="row">${name} <span class="place">line ${request.line}</span></th>${cells(request)}</tr>\n`;
}

function cells(tally: Tally): string {
  const { score, equivalent } = tally;
  const kind = score === null ? '' : score >= 80 ? ' good' : score >= 50 ? ' fair' : ' poor';
  const noticed = score === null ? 'not checked' : noticedText(tally);
  return `<td class="number score${kind}">${scoreText(score)}</td><td class="number">${noticed}</td><td class="number">${equivalent}</td>`;
}

function* survivors(report: StrengthReport): Generator<string> {
  const dangerous = dangerousOf(report);
  if (dangerous.length === 0) return;
  yield '<section aria-labelledby="survivors">\n<h2 id="survivors">What nothing notices</h2>\n';
  for (const group of byRemedy(dangerous)) {
    const [{ file, line, name, assertion }] = group;
    const clauses = group.map((survivor) => `<li>${escapeHtml(survivorText(survivor))}</li>`);
    const remedy = escapeHtml(remedyText(assertion));
    yield `<div class="survivors sheet"><h3>${escapeHtml(requestNameText(name))} <span class="place mono">${escapeHtml(file)}:${line}</span></h3>
<ul>
${clauses.join('\n')}
</ul>
${assertion === '' ? `<p class="quiet-note">${remedy}</p>` : `<p>Add:</p><pre>${remedy}</pre>`}</div>
`;
  }
  yield '</section>\n';
}

function* suggestions({ advice }: StrengthReport): Generator<string> {
  if (advice.suggestions.length === 0) return;
  yield '<section aria-labelledby="suggestions">\n<h2 id="suggestions">Assertions that would notice more</h2>\n';
  const places = new Map<string, Suggestion[]>();
  for (const suggestion of advice.suggestions) {
    const place = `${suggestion.file}:${suggestion.request.line}`;
    getOrAdd(places, place, (): Suggestion[] => []).push(suggestion);
  }
  for (const [place, group] of places) {
    const items = group.map(
      (suggestion) =>
        `<li><code>${escapeHtml(suggestion.assertion)}</code> ${escapeHtml(catchesText(suggestion))}</li>`,
    );
    const name = escapeHtml(requestNameText(group[0]?.request.name ?? ''));
    yield `<details class="sheet"><summary>${name} <span class="mono">${escapeHtml(place)}</span> – ${formatCount(group.length, 'assertion')}</summary>
<ul>
${items.join('\n')}
</ul></details>
`;
  }
  yield '</section>\n';
}

function* equivalents(report: StrengthReport): Generator<string> {
  if (report.strength.equivalent === 0) return;
  yield '<section aria-labelledby="equivalents">\n<h2 id="equivalents">Left out of the score</h2>\n';
  for (const request of requestsOf(report)) {
    if (request.equivalents.length === 0) continue;
    const items = request.equivalents.map(
      ({ mutant, rule }) =>
        `<li>${escapeHtml(mutant.words)} <span class="rule">${escapeHtml(EQUIVALENCE_RULES[rule])}</span></li>`,
    );
    yield `<details class="sheet"><summary>${placeHtml(request)} – ${formatCount(items.length, 'change')}</summary>
<ul>
${items.join('\n')}
</ul></details>
`;
  }
  yield '</section>\n';
}

function* problems(report: StrengthReport): Generator<string> {
  const requests = requestsOf(report).filter((request) => request.problems.length > 0);
  if (requests.length === 0) return;
  yield '<section aria-labelledby="problems">\n<h2 id="problems">What was not checked</h2>\n';
  for (const request of requests) {
    const items = request.problems.map((problem) => `<li>${escapeHtml(problem)}</li>`);
    yield `<details class="sheet" open><summary>${placeHtml(request)}</summary>\n<ul>\n${items.join('\n')}\n</ul></details>\n`;
  }
  yield '</section>\n';
}

function placeHtml({ file, line, name }: RequestStrength): string {
  return `${escapeHtml(requestNameText(name))} <span class="mono">${escapeHtml(file)}:${line}</span>`;
}
