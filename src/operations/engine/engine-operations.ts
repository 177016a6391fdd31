/** The operations of engine threads. Results for clients are one line of JSON as bytes. */
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import type { ConfigText } from '../../workspace/config/config-text.js';
import type { ContractRequest } from '../runs/verify-contracts.js';
import type { ExecutionInput, ExecutionOutput, ExecutionEvent } from '../runs/execution-request.js';
import type { ExportRequest, ImportRequest } from '../exchange/perform-conversion.js';
import type { LoadTest, LoadTestEvent, LoadTestMessage, LoadTestResult } from '../load/perform-load-test.js';
import type { MockPlan, PlannedMock } from '../mocks/perform-mock-plan.js';
import type { RecordingsRendering } from '../recordings/perform-rendering.js';
import type { CountedFile } from '../../workspace/files/indexed-file.js';
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
  readonly countRequests: Operation<{ readonly paths: readonly string[] }, readonly CountedFile[]>;
  readonly showFile: Operation<{ readonly file: string }, { readonly json: JsonLine; readonly etag: string }>;
  readonly checkText: Operation<CheckTextRequest, JsonLine>;
  readonly execute: Operation<ExecutionInput, ExecutionOutput, ExecutionEvent>;
  readonly verify: Operation<ContractRequest, JsonLine>;
  readonly loadTest: Operation<LoadTest, LoadTestResult, LoadTestEvent> & {
    readonly message: LoadTestMessage;
  };
  readonly planMock: Operation<MockPlan, PlannedMock>;
  readonly renderRecordings: Operation<RecordingsRendering, JsonLine, null>;
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
