import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type {
  ContractFileResult,
  ContractInteraction,
  ContractVerification,
} from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import {
  Counts,
  durationText,
  EmptyState,
  Problem,
  StatusCode,
  timeText,
  VerdictMark,
} from '../../components/marks.js';
import { contractDraft, contractProblem, isVerifying, verification } from '../../state/contract.js';
import { show } from '../../state/documents.js';
import { fileAddress } from '../../state/route.js';
import { AssertionTable } from '../results/assertion-table.js';
import { resultVerdict } from '../results/request-list.js';

export function ContractResults(): JSX.Element {
  const found = verification.value;
  const isUnderWay = isVerifying.value || (found?.running ?? 0) > 0;
  return (
    <>
      {contractProblem.value !== '' && <Problem>{contractProblem.value}</Problem>}
      {isUnderWay && (
        <p class="under-way" role="status">
          <VerdictMark verdict="running" />
          {isVerifying.value ? 'Verifying…' : 'Another client is verifying a contract…'}
        </p>
      )}
      {found === undefined || found.finishedAt === '' ? (
        !isUnderWay && <NothingYet />
      ) : (
        <LastVerification key={found.finishedAt} found={found} />
      )}
    </>
  );
}

function NothingYet(): JSX.Element {
  const hasAddress = contractDraft.value.providerUrl.trim() !== '';
  return (
    <EmptyState
      icon="contract"
      title="Does the provider honour the contract?"
      action={{
        label: hasAddress ? 'Check the provider' : 'Enter its address',
        act: () => startForm(hasAddress),
      }}
    >
      <p>
        Every request of the chosen files is sent to the provider, and its responses are checked against your
        assertions. A state that must exist before is named in the file:
      </p>
      <pre class="sample">{`### Read a crate\n# @contract.provider depot\n# @contract.state "crate 7 exists"\nGET {{baseUrl}}/crates/7\n\n>>>\nexpect status 200\n<<<`}</pre>
    </EmptyState>
  );
}

/** Goes to what is missing, or sends the form with its own checks. */
function startForm(isFilled: boolean): void {
  const form = document.querySelector<HTMLFormElement>('.contract form');
  if (isFilled) form?.requestSubmit();
  else form?.querySelector('input')?.focus();
}

function LastVerification({ found }: { readonly found: ContractVerification }): JSX.Element {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of found.results) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return (
    <>
      <div class="contract-head">
        <h2>{sum.failed === 0 ? 'The provider honours the contract' : 'The provider breaks the contract'}</h2>
        <Counts {...sum} />
        <span class="hint wrap">
          {found.providerUrl}, {timeText(found.finishedAt)}
        </span>
      </div>
      {found.results.map((file) => (
        <FileResult key={file.file} result={file} />
      ))}
    </>
  );
}

function FileResult({ result }: { readonly result: ContractFileResult }): JSX.Element {
  return (
    <section class="contract-file" aria-label={result.file}>
      <div class="contract-file-head">
        <h3 class="ellipsis">{result.file}</h3>
        <Counts {...result} />
        <span class="spacer" />
        <span class="duration">{durationText(result.duration)}</span>
      </div>
      {result.results.map((interaction, index) => (
        <Interaction key={index} interaction={interaction} file={result.file} />
      ))}
    </section>
  );
}

interface InteractionProps {
  readonly interaction: ContractInteraction;
  readonly file: string;
}

function Interaction({ interaction, file }: InteractionProps): JSX.Element {
  const { name, provider, state, passed, skipped, duration, assertions, skipReason, error, statusCode } =
    interaction;
  const isOpen = useSignal(!passed && !skipped);
  return (
    <article class="card">
      <div class="card-head">
        <button
          type="button"
          class="card-title"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <span class={`fold ${isOpen.value ? 'open' : 'closed'}`}>
            <Icon name="chevron" />
          </span>
          <VerdictMark verdict={resultVerdict(interaction)} />
          <span class="ellipsis">{name}</span>
          {provider !== '' && <span class="chip ellipsis">{provider}</span>}
          {state !== '' && <span class="hint ellipsis">{state}</span>}
        </button>
        {skipped ? (
          <span class="hint ellipsis">{skipReason}</span>
        ) : (
          <>
            <StatusCode code={statusCode} />
            <span class="duration">{durationText(duration)}</span>
          </>
        )}
        <OpenPlace file={file} line={interaction.line} name={name} />
      </div>
      {isOpen.value && (
        <div class="card-body">
          {error !== '' && <Problem>{error}</Problem>}
          {!passed && !skipped && error === '' && assertions.every((each) => each.skipped) && (
            <Problem>
              The response was {statusCode}; without assertions only a status from 200 to 299 passes.
            </Problem>
          )}
          {(passed || skipped || assertions.length > 0) && (
            <AssertionTable assertions={assertions} skipReason={skipped ? skipReason : ''} />
          )}
        </div>
      )}
    </article>
  );
}

interface OpenPlaceProps {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

function OpenPlace({ file, line, name }: OpenPlaceProps): JSX.Element {
  return (
    <a
      class="icon-button"
      href={fileAddress(file, line)}
      title="Open in the editor"
      aria-label={`Open ${name} in the editor`}
      onClick={(event) => {
        event.preventDefault();
        show(file, line);
      }}
    >
      <Icon name="file" />
    </a>
  );
}
