import { getOrAdd } from '../../primitives/get-or-add.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { printableLine } from '../../primitives/printable.js';
import { EQUIVALENCE_RULES, type EquivalenceRule } from '../../strength/model/equivalence-rules.js';
import type { FileStrength, RequestStrength, Tally } from '../../strength/model/strength.js';
import { textWidth } from '../console/text-width.js';
import type { Styler, StyleName } from '../console/style.js';
import {
  byRemedy,
  dangerousOf,
  meetsMin,
  minText,
  nextStepText,
  noticedText,
  remedyText,
  requestNameText,
  requestsOf,
  scoreText,
  summaryText,
  survivorText,
  type StrengthReport,
} from './strength-text.js';

export interface StrengthView {
  readonly style: Styler;
  /** Whether the changes that were left out are listed. */
  readonly verbose: boolean;
  /** Whether the report says which command adds assertions. */
  readonly suggests: boolean;
}

/** Strength for the console, chunk by chunk. */
export function* renderStrengthConsole(report: StrengthReport, view: StrengthView): Generator<string> {
  const { style } = view;
  yield* fileLines(report, style);
  yield* dangerousLines(report, style);
  if (view.verbose) yield* equivalentLines(report, style);
  yield* problemLines(report, view);
  const { seed, score } = report.strength;
  const seedNote = score === null ? '' : ` ${style('dim', `Seed ${seed}.`)}`;
  yield `\n${style('bold', summaryText(report.strength))}${seedNote}\n`;
  const verdict = minText(report);
  if (verdict !== undefined)
    yield `${meetsMin(report) ? style('green', '✓') : style('red', '✗')} ${verdict}\n`;
  const next = view.suggests ? nextStepText(report) : undefined;
  if (next !== undefined) yield `${next}\n`;
}

/** The files with their requests, the scores one below the other. */
function* fileLines({ strength }: StrengthReport, style: Styler): Generator<string> {
  const widest = strength.files.reduce(
    (width, { requests }) =>
      requests.reduce((most, request) => Math.max(most, textWidth(nameOf(request))), width),
    0,
  );
  for (const file of strength.files) {
    yield `${style('bold', printableLine(file.file))}  ${coloured(file, style)}\n`;
    for (const request of file.requests) yield requestLine(request, widest, style);
  }
}

function requestLine(request: RequestStrength, widest: number, style: Styler): string {
  const name = nameOf(request);
  const padding = ' '.repeat(widest - textWidth(name));
  const score = style(colourOf(request), scoreText(request.score).padStart(6));
  if (request.score === null) return `  ${score}  ${name}${padding}  not checked\n`;
  return `  ${score}  ${name}${padding}  ${noticedText(request)} noticed\n`;
}

function nameOf({ name, line }: RequestStrength): string {
  return `${printableLine(requestNameText(name))} (line ${line})`;
}

function coloured(tally: Tally, style: Styler): string {
  return style(colourOf(tally), scoreText(tally.score));
}

const GOOD_SCORE = 80;
const FAIR_SCORE = 50;

function colourOf({ score }: Tally): StyleName {
  if (score === null) return 'dim';
  if (score >= GOOD_SCORE) return 'green';
  return score >= FAIR_SCORE ? 'yellow' : 'red';
}

function* dangerousLines(report: StrengthReport, style: Styler): Generator<string> {
  const dangerous = dangerousOf(report);
  if (dangerous.length === 0) return;
  const { survived } = report.strength;
  const which = survived > dangerous.length ? `: the most dangerous of ${survived} changes` : '';
  yield `\n${style('bold', `What nothing notices${which}`)}\n`;
  let before = '';
  for (const group of byRemedy(dangerous)) {
    const [{ file, line, name, assertion }] = group;
    const place = `${printableLine(file)}:${line}`;
    if (place !== before) yield `  ${style('cyan', place)}  ${printableLine(requestNameText(name))}\n`;
    before = place;
    for (const survivor of group) yield `      ${printableLine(survivorText(survivor))}\n`;
    const remedy = printableLine(remedyText(assertion));
    yield `    ${assertion === '' ? style('dim', remedy) : `add: ${style('green', remedy)}`}\n`;
  }
}

function* equivalentLines(report: StrengthReport, style: Styler): Generator<string> {
  const { equivalent } = report.strength;
  if (equivalent === 0) return;
  yield `\n${style('bold', 'Left out of the score')}, ${formatCount(equivalent, 'change')} that no test has to notice\n`;
  for (const file of report.strength.files) yield* equivalentsOfFile(file, style);
}

function* equivalentsOfFile({ file, requests }: FileStrength, style: Styler): Generator<string> {
  for (const { line, name, equivalents } of requests) {
    if (equivalents.length === 0) continue;
    yield `  ${style('cyan', `${printableLine(file)}:${line}`)}  ${printableLine(requestNameText(name))}\n`;
    for (const [rule, words] of byRule(equivalents)) {
      yield `      ${EQUIVALENCE_RULES[rule]}\n`;
      for (const clause of words) yield `        ${printableLine(clause)}\n`;
    }
  }
}

function byRule(
  equivalents: RequestStrength['equivalents'],
): ReadonlyMap<EquivalenceRule, readonly string[]> {
  const groups = new Map<EquivalenceRule, string[]>();
  for (const { mutant, rule } of equivalents) getOrAdd(groups, rule, (): string[] => []).push(mutant.words);
  return groups;
}

/** How many requests of one problem are named without `-v`. */
const MAX_NAMED = 5;

function* problemLines(report: StrengthReport, { style, verbose }: StrengthView): Generator<string> {
  const byProblem = new Map<string, RequestStrength[]>();
  for (const request of requestsOf(report))
    for (const problem of request.problems)
      getOrAdd(byProblem, problem, (): RequestStrength[] => []).push(request);
  if (byProblem.size === 0) return;
  yield `\n${style('bold', 'What was not checked')}\n`;
  for (const [problem, requests] of byProblem) {
    yield `  ${printableLine(problem)}\n`;
    const named = verbose ? requests : requests.slice(0, MAX_NAMED);
    for (const { file, line, name } of named)
      yield `      ${style('cyan', `${printableLine(file)}:${line}`)}  ${printableLine(requestNameText(name))}\n`;
    const others = requests.length - named.length;
    if (others > 0) yield `      and ${formatCount(others, 'other request')}; -v names all\n`;
  }
}
