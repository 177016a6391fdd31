import type { JSX } from 'preact';
import type { HistoryEntry } from '../../../../src/server/api-types.js';
import { durationText, MethodMark, StatusCode, timeText, VerdictMark } from '../../components/marks.js';
import { PathText } from '../../components/path-text.js';
import { resultVerdict } from '../results/request-list.js';

export function RecentTable({ entries }: { readonly entries: readonly HistoryEntry[] }): JSX.Element {
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th class="narrow">
              <span class="sr-only">Verdict</span>
            </th>
            <th>Request</th>
            <th>Status</th>
            <th>Time</th>
            <th class="right">Duration</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <VerdictMark verdict={resultVerdict(entry)} />
              </td>
              <td>
                <MethodMark method={entry.method} /> {entry.requestName}
                <div class="hint">
                  <PathText path={entry.file} />
                </div>
              </td>
              <td>
                <StatusCode code={entry.statusCode} />
              </td>
              <td class="hint nowrap">{timeText(entry.timestamp)}</td>
              <td class="right duration">{durationText(entry.duration)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
