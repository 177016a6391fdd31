import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RecordingReplay, WholeRecording } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { durationText, Problem, StatusCode } from '../../components/marks.js';
import { activeEnvironment } from '../../state/environments.js';
import { replay, type ReplayState } from '../../state/recording.js';
import { environmentAddress, navigate } from '../../state/route.js';
import { MessageBody } from '../traffic/message-body.js';
import { aroundDifferences, compareExchanges, type ExchangeDifference } from './compare-exchanges.js';

/** Sends the recorded request again, and shows the new response beside the recorded one. */
export function ReplayPart({ entry }: { readonly entry: WholeRecording }): JSX.Element {
  const state = useSignal<ReplayState>({ state: 'none' });
  const send = async (): Promise<void> => {
    state.value = { state: 'running' };
    state.value = await replay(entry.id);
  };
  const found = state.value;
  const isRunning = found.state === 'running';
  return (
    <div class="replay">
      <div class="replay-head">
        <button type="button" class="button primary" disabled={isRunning} onClick={() => void send()}>
          <Icon name="play" /> {isRunning ? 'Sending…' : 'Send again'}
        </button>
        <span class="hint">
          Sends this request to the target; secrets get their values from the environment{' '}
          {activeEnvironment.value}.
        </span>
      </div>
      {found.state === 'failed' && (
        <Problem>
          {found.problem}{' '}
          {/ needs (?:a value|values) for /.test(found.problem) && (
            <EnvironmentLink name={activeEnvironment.value} />
          )}
        </Problem>
      )}
      {found.state === 'done' && <Replayed entry={entry} replayed={found.replay} />}
    </div>
  );
}

function EnvironmentLink({ name }: { readonly name: string }): JSX.Element {
  const address = environmentAddress(name);
  return (
    <a
      href={address}
      onClick={(event) => {
        event.preventDefault();
        navigate(address);
      }}
    >
      Open the environment
    </a>
  );
}

interface ReplayedProps {
  readonly entry: WholeRecording;
  readonly replayed: RecordingReplay;
}

function Replayed({ entry, replayed: { replayed, error } }: ReplayedProps): JSX.Element {
  const difference = useMemo(
    () => (replayed === null ? undefined : compareExchanges(entry, replayed)),
    [entry, replayed],
  );
  if (replayed === null || difference === undefined) return <Problem>No response: {error}</Problem>;
  return (
    <>
      <Summary difference={difference} />
      <Differences difference={difference} />
      <div class="replay-sides">
        <Side title="Recorded" exchange={entry} />
        <Side title="Now" exchange={replayed} />
      </div>
    </>
  );
}

function Summary({ difference }: { readonly difference: ExchangeDifference }): JSX.Element {
  const { isStatusSame, headers, isBodySame } = difference;
  const parts = [
    isStatusSame ? '' : 'status',
    headers.length === 0 ? '' : headers.length === 1 ? '1 header' : `${headers.length} headers`,
    isBodySame ? '' : 'body',
  ].filter(Boolean);
  return (
    <p class="replay-summary" role="status">
      {parts.length === 0 ? (
        <span class="count-passed">The response is the same as the recorded one.</span>
      ) : (
        <span class="count-warned">Different: {parts.join(', ')}.</span>
      )}
    </p>
  );
}

function Differences({
  difference: { headers, lines },
}: {
  readonly difference: ExchangeDifference;
}): JSX.Element {
  return (
    <>
      {headers.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Header</th>
              <th scope="col">Recorded</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {headers.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row" class="mono">
                  {name}
                </th>
                <td class="mono wrap">{before ?? <span class="hint">none</span>}</td>
                <td class="mono wrap">{after ?? <span class="hint">none</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines !== undefined && (
        <pre class="diff replay-diff" tabIndex={0} aria-label="Differences of the bodies">
          {aroundDifferences(lines)
            .slice(0, MAX_LINES)
            .map((line, index) => (
              <div key={index} class={line === null ? 'diff-gap' : `diff-${line.kind}`}>
                {line === null ? '⋯' : `${MARKS[line.kind]} ${line.text.slice(0, MAX_LINE_LENGTH)}`}
              </div>
            ))}
        </pre>
      )}
    </>
  );
}

const MARKS = { same: ' ', removed: '−', added: '+' } as const;
/** The browser would take long to lay out more. */
const MAX_LINES = 500;
const MAX_LINE_LENGTH = 2000;

function Side({
  title,
  exchange,
}: {
  readonly title: string;
  readonly exchange: WholeRecording;
}): JSX.Element {
  const { statusCode, duration, response, responseTruncated } = exchange;
  return (
    <section class="replay-side" aria-label={title}>
      <h3>
        {title} <StatusCode code={statusCode} /> <span class="hint">{durationText(duration)}</span>
      </h3>
      <MessageBody message={response} isCut={responseTruncated} none="The response has no body." />
    </section>
  );
}
