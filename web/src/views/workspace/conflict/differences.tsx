import type { JSX } from 'preact';
import { formatCount } from '../../../../../src/primitives/text/output-text.js';
import { firstChoice, type Choice, type MergePart } from './merge-texts.js';

interface DifferencesProps {
  readonly parts: readonly MergePart[];
  readonly choices: ReadonlyMap<number, Choice>;
  readonly choose: (index: number, choice: Choice) => void;
}

/** Unchanged lines around a difference. */
const CONTEXT_LINES = 2;
/** More lines of one part are counted only. */
const MAX_LINES = 300;

const CHANGED_BY = { theirs: 'changed on disk', mine: 'changed by you', both: 'changed by both' } as const;
const CHOICES = [
  { choice: 'theirs', label: 'Use theirs' },
  { choice: 'mine', label: 'Use mine' },
  { choice: 'bothTexts', label: 'Use both' },
] as const;

/** Both texts side by side, aligned at the lines they share; one below the other on a narrow page. */
export function Differences({ parts, choices, choose }: DifferencesProps): JSX.Element {
  const changed = parts.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  return (
    <div class="differences" role="group" aria-label="Differences" tabIndex={0}>
      <div class="difference-names" aria-hidden="true">
        <span>Theirs, on disk</span>
        <span>Mine, in the editor</span>
      </div>
      {parts.map((part, index) =>
        part.kind === 'same' ? (
          <Unchanged key={index} part={part} isFirst={index === 0} isLast={index === parts.length - 1} />
        ) : (
          <Difference
            key={index}
            part={part}
            title={`Difference ${changed.indexOf(index) + 1} of ${changed.length}, ${CHANGED_BY[part.kind]}`}
            chosen={choices.get(index) ?? (part.kind === 'both' ? undefined : firstChoice(part))}
            choose={(choice) => choose(index, choice)}
          />
        ),
      )}
    </div>
  );
}

interface DifferenceProps {
  readonly part: MergePart;
  readonly title: string;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice) => void;
}

function Difference({ part, title, chosen, choose }: DifferenceProps): JSX.Element {
  return (
    <section class="difference" aria-label={title}>
      <div class="difference-head">
        <span class={chosen === undefined ? 'count-warned' : 'hint'}>{title}</span>
        <span class="spacer" />
        {CHOICES.map(({ choice, label }) => (
          <button
            key={choice}
            type="button"
            class="button"
            aria-pressed={chosen === choice}
            onClick={() => choose(choice)}
          >
            {label}
          </button>
        ))}
      </div>
      <div class="difference-sides">
        <Side
          name="Theirs"
          mark="−"
          lines={part.theirs}
          first={part.theirsLine}
          isTaken={chosen !== 'mine'}
        />
        <Side name="Mine" mark="+" lines={part.mine} first={part.mineLine} isTaken={chosen !== 'theirs'} />
      </div>
    </section>
  );
}

interface SideProps {
  readonly name: 'Theirs' | 'Mine';
  readonly mark: string;
  readonly lines: readonly string[];
  readonly first: number;
  readonly isTaken: boolean;
}

function Side({ name, mark, lines, first, isTaken }: SideProps): JSX.Element {
  return (
    <div
      class={`difference-side side-${name.toLowerCase()} ${isTaken ? '' : 'side-dropped'}`}
      role="group"
      aria-label={name}
    >
      {lines.length === 0 && <p class="hint">No lines</p>}
      {lines.slice(0, MAX_LINES).map((line, at) => (
        <Line key={at} number={first + at} mark={mark} text={line} />
      ))}
      {lines.length > MAX_LINES && (
        <p class="hint">{formatCount(lines.length - MAX_LINES, 'further line')}</p>
      )}
    </div>
  );
}

interface UnchangedProps {
  readonly part: MergePart;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Unchanged({ part, isFirst, isLast }: UnchangedProps): JSX.Element {
  const { theirs, mine, theirsLine, mineLine } = part;
  const before = isFirst ? 0 : CONTEXT_LINES;
  const after = isLast ? 0 : CONTEXT_LINES;
  const hidden = Math.max(0, theirs.length - before - after);
  const row = (at: number): JSX.Element => (
    <div key={at} class="difference-sides unchanged">
      <Line number={theirsLine + at} mark=" " text={theirs[at] ?? ''} />
      <Line number={mineLine + at} mark=" " text={mine[at] ?? ''} />
    </div>
  );
  const rows = theirs.map((_, at) => at);
  return (
    <div aria-hidden="true">
      {rows.slice(0, before).map(row)}
      {hidden > 0 && <p class="difference-gap hint">{formatCount(hidden, 'unchanged line')}</p>}
      {rows.slice(Math.max(before, theirs.length - after)).map(row)}
    </div>
  );
}

interface LineProps {
  readonly number: number;
  readonly mark: string;
  readonly text: string;
}

function Line({ number, mark, text }: LineProps): JSX.Element {
  return (
    <div class="difference-line">
      <span class="difference-number" aria-hidden="true">
        {number}
      </span>
      <span class="difference-mark" aria-hidden="true">
        {mark}
      </span>
      <code>{text}</code>
    </div>
  );
}
