import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { Counts, durationText, EmptyState, VerdictMark } from '../../components/marks.js';
import { ProgressBar } from '../../components/charts/progress-bar.js';
import { VirtualList } from '../../components/virtual-list.js';
import { show } from '../../state/documents.js';
import { activeEnvironment } from '../../state/environments.js';
import { fileRuns, isRunningAll, totals, waitingFiles } from '../../state/executions.js';
import { navigate } from '../../state/route.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { files, workspace } from '../../state/workspace.js';
import { runVerdict } from './node-row.js';
import { RunAllButton } from './run-all-button.js';

const ROW_HEIGHT = 36;

/** All files with the result of their last run. */
export function Overview({ make }: { readonly make: () => void }): JSX.Element {
  const all = files.value;
  if (workspace.value !== undefined && all.length === 0) return <FirstSteps make={make} />;
  return (
    <section class="overview" aria-label="Overview">
      <Summary count={all.length} />
      <VirtualList
        class="overview-list"
        count={all.length}
        rowHeight={ROW_HEIGHT}
        attributes={{ 'aria-label': 'Files' }}
        row={(index) => {
          const file = all[index];
          return file === undefined ? null : (
            <FileRow key={file.path} path={file.path} requests={file.requestCount ?? 0} />
          );
        }}
      />
    </section>
  );
}

function Summary({ count }: { readonly count: number }): JSX.Element {
  const { passed, failed, skipped, duration, files: ran, broken } = totals.value;
  const share = count === 0 ? 0 : (ran + broken) / count;
  return (
    <div class="overview-head">
      <div>
        <h1>{isRunningAll.value ? 'Running…' : headline(ran, failed + broken)}</h1>
        <p class="hint">
          {ran + broken === 0 ? (
            <>
              {formatCount(count, 'file')}, {formatCount(workspace.value?.totalRequests ?? 0, 'request')},
              environment <strong>{activeEnvironment.value}</strong>
            </>
          ) : (
            <>
              <Counts passed={passed} failed={failed} skipped={skipped} /> in {durationText(duration)}
            </>
          )}
        </p>
      </div>
      <span class="spacer" />
      <RunAllButton label="Run all files" isLarge />
      {(isRunningAll.value || ran + broken > 0) && (
        <ProgressBar label="Files that have run" share={share} isFailing={failed + broken > 0} />
      )}
    </div>
  );
}

function headline(ran: number, failed: number): string {
  if (ran + failed === 0) return 'Ready to run';
  return failed === 0 ? 'Everything passed' : 'Something failed';
}

function FileRow({ path, requests }: { readonly path: string; readonly requests: number }): JSX.Element {
  const execution = fileRuns.value.get(path);
  const isWaiting = waitingFiles.value.includes(path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (
    <button type="button" class="overview-row" onClick={() => show(path)}>
      <VerdictMark verdict={runVerdict(execution)} />
      <span class="overview-path">
        <span class="hint">{folder}</span>
        {path.slice(folder.length)}
      </span>
      <span class="spacer" />
      {execution?.result !== undefined && execution.state === 'finished' && (
        <>
          <Counts {...execution.result} />
          <span class="duration">{durationText(execution.result.duration)}</span>
        </>
      )}
      {execution?.state === 'failed' && <span class="count-failed ellipsis">{execution.problem}</span>}
      {execution?.state === 'running' && (
        <span class="hint">
          {execution.steps.filter((step) => step !== undefined && step.state !== 'running').length} of{' '}
          {execution.total}
        </span>
      )}
      {execution === undefined && (
        <span class="hint">{isWaiting ? 'waiting' : formatCount(requests, 'request')}</span>
      )}
    </button>
  );
}

function FirstSteps({ make }: { readonly make: () => void }): JSX.Element {
  return (
    <EmptyState icon="files" title="No request files yet">
      <p>
        A request file is plain text: what to send, and what to expect in the response. It ends in{' '}
        <code>.http</code> and lies in this workspace, next to your code.
      </p>
      <pre class="sample">{`### Is it alive\nGET http://127.0.0.1:8080/health\n\n>>>\nexpect status 200\n<<<`}</pre>
      <button type="button" class="button primary" onClick={make}>
        <Icon name="plus" /> New request file
      </button>
      <p>
        Or{' '}
        <button type="button" class="link" onClick={() => navigate('/import')}>
          import from another tool
        </button>
        : curl commands, an OpenAPI document, a Postman collection, an Insomnia export.
      </p>
    </EmptyState>
  );
}
