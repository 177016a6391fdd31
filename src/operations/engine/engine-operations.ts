/** The operations of engine threads. Results for clients are one line of JSON as bytes. */
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import type { ConfigText } from '../../workspace/config/config-text.js';
import type { ContractRequest } from '../runs/verify-contracts.js';
import type {
  ExecutionEvent,
  ExecutionInput,
  ExecutionMessage,
  ExecutionOutput,
} from '../runs/execution-request.js';
import type { Replay, Replayed } from '../runs/replay-recording.js';
import type { ExportRequest, ImportRequest } from '../exchange/perform-conversion.js';
import type { LoadTest, LoadTestEvent, LoadTestMessage, LoadTestResult } from '../load/perform-load-test.js';
import type { StressComparison } from '../load/stored-tests.js';
import type { MockPlan, PlannedMock } from '../mocks/perform-mock-plan.js';
import type { ReportRequest } from '../runs/report-source.js';
import type { FileStrengthRequest } from '../strength/perform-file-strength.js';
import type { MockFile } from '../../record/export/to-mock-file.js';
import type { MockFileRendering, RecordingsRendering } from '../recordings/perform-rendering.js';
import type { CountedFile } from '../../workspace/files/indexed-file.js';
import type { PackedContents } from '../../workspace/files/packed-contents.js';
import type { Listing, OverviewRequest } from '../files/file-listing.js';

type Operation<Input, Result, Event = never> = {
  readonly input: Input;
  readonly event: Event;
  readonly result: Result;
};

type JsonLine = Uint8Array;

export interface EngineOperations {
  readonly overview: Operation<OverviewRequest, Listing>;
  readonly listFiles: Operation<Pick<OverviewRequest, 'counted'>, Listing>;
  readonly listRequests: Operation<null, JsonLine>;
  readonly contractFiles: Operation<null, JsonLine>;
  /** Takes contents as messages, the last of which is null; each event is the number of bytes that were counted. */
  readonly countContents: Operation<null, null, number> & { readonly message: PackedContents | null };
  readonly countRequests: Operation<{ readonly paths: readonly string[] }, readonly CountedFile[]>;
  readonly showFile: Operation<{ readonly file: string }, { readonly json: JsonLine; readonly etag: string }>;
  readonly checkText: Operation<CheckTextRequest, JsonLine>;
  readonly renderReport: Operation<ReportRequest, Uint8Array>;
  readonly execute: Operation<ExecutionInput, ExecutionOutput, ExecutionEvent> & {
    readonly message: ExecutionMessage;
  };
  readonly verify: Operation<ContractRequest, JsonLine>;
  readonly loadTest: Operation<LoadTest, LoadTestResult, LoadTestEvent> & {
    readonly message: LoadTestMessage;
  };
  readonly measureStrength: Operation<FileStrengthRequest, JsonLine>;
  readonly compareStress: Operation<StressComparison, JsonLine>;
  /** The result is a page. */
  readonly renderStress: Operation<{ readonly test: Uint8Array }, Uint8Array>;
  readonly planMock: Operation<MockPlan, PlannedMock>;
  readonly renderRecordings: Operation<RecordingsRendering, JsonLine, null>;
  readonly renderMockFile: Operation<MockFileRendering, MockFile, null>;
  readonly replay: Operation<Replay, Replayed>;
  readonly importText: Operation<ImportRequest, JsonLine>;
  readonly exportCurl: Operation<ExportRequest, JsonLine>;
  readonly readConfig: Operation<{ readonly source: string | Uint8Array }, ConfigText>;
  readonly editConfig: Operation<EditConfig, string>;
}

export type EngineOperation = keyof EngineOperations;

export interface CheckTextRequest {
  readonly file: string;
  readonly content: string;
  /** Set to ask for the names that have no value in it. */
  readonly environment?: string | undefined;
}

export interface EditConfig {
  readonly text: string;
  readonly edits: readonly ConfigEdit[];
  /** The name of the file in messages. */
  readonly shown: string;
}
