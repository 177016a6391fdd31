import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { Age } from '../../components/age.js';
import { Counts, EmptyState, VerdictMark } from '../../components/marks.js';
import { ProgressBar } from '../../components/charts/progress-bar.js';
import { VirtualList } from '../../components/virtual-list.js';
import { show } from '../../state/documents.js';
import { activeEnvironment } from '../../state/environments.js';
import {
  executionsOfRun,
  fileRuns,
  isRunningAll,
  leftOutFiles,
  totals,
  waitingFiles,
  type FileRun,
} from '../../state/runs/executions.js';
import { fileTotals } from '../../state/runs/last-results.js';
import { currentPass } from '../../state/runs/run-chosen.js';
import { coverageText, headline } from '../../state/runs/results-text.js';
import { navigate } from '../../state/route.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { files, workspace } from '../../state/workspace.js';
import { runVerdict } from './run-verdict.js';
import { ReportButton } from '../runs/report-button.js';
import { RunChoiceButton } from '../runs/run-choice-button.js';
import { RunAllButton } from './run-all-button.js';
import '../results/results.css';

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
  const sum = totals.value;
  const requests = workspace.value?.totalRequests ?? 0;
  const hasResults = sum.files + sum.broken > 0;
  return (
    <div class="overview-head">
      <div>
        <h1>{isRunningAll.value ? runningText() : headline(sum, requests, sum.broken)}</h1>
        <p class="hint overview-facts">
          {hasResults ? (
            <>
              <Counts {...sum} />
              <Fact text={coverageText(sum, requests)} />
              {sum.endedAt !== '' && <Age at={Date.parse(sum.endedAt)} />}
            </>
          ) : (
            <>
              {formatCount(count, 'file')}, {formatCount(requests, 'request')}, environment{' '}
              <strong>{activeEnvironment.value}</strong>
            </>
          )}
        </p>
      </div>
      <span class="spacer" />
      <ReportButton executions={isRunningAll.value ? [] : executionsOfRun.value} />
      <RunAllButton label="Run all files" isLarge />
      <RunChoiceButton file="" isDisabled={isRunningAll.value} />
      {isRunningAll.value && (
        <ProgressBar
          label="Files that have run"
          share={count === 0 ? 0 : 1 - waitingFiles.value.length / count}
          isFailing={sum.failed + sum.broken > 0}
        />
      )}
    </div>
  );
}

function runningText(): string {
  const pass = currentPass.value;
  return pass === undefined ? 'Running…' : `Running, ${pass.number} of ${pass.count}…`;
}

function Fact({ text }: { readonly text: string }): JSX.Element | null {
  return text === '' ? null : <span>{text}</span>;
}

function FileRow({ path, requests }: { readonly path: string; readonly requests: number }): JSX.Element {
  const execution = fileRuns.value.get(path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (
    <button type="button" class="overview-row" onClick={() => show(path)}>
      <VerdictMark verdict={runVerdict(execution, requests)} />
      <span class="overview-path">
        <span class="hint">{folder}</span>
        {path.slice(folder.length)}
      </span>
      <span class="spacer" />
      <FileFacts path={path} execution={execution} requests={requests} />
    </button>
  );
}

interface FileFactsProps {
  readonly path: string;
  readonly execution: FileRun | undefined;
  readonly requests: number;
}

function FileFacts({ path, execution, requests }: FileFactsProps): JSX.Element | null {
  if (waitingFiles.value.includes(path)) return <span class="hint">waiting</span>;
  if (execution?.state === 'running') {
    return (
      <span class="hint">
        {execution.live.done} of {execution.live.total}
      </span>
    );
  }
  if (execution?.state === 'failed') return <span class="count-failed ellipsis">{execution.problem}</span>;
  const isLeftOut = leftOutFiles.value.has(path);
  const endedAt = fileTotals.value.get(path)?.endedAt;
  if (execution?.result === undefined || endedAt === undefined)
    return <span class="hint">{isLeftOut ? 'not run' : formatCount(requests, 'request')}</span>;
  return (
    <>
      {isLeftOut && <span class="hint">not run this time</span>}
      <Counts {...execution.result} />
      <span class="hint">{coverageText(execution.result, requests)}</span>
      <Age at={Date.parse(endedAt)} />
    </>
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
