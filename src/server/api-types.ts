/** The types of what clients of the API send and receive, from the schemas that check and describe it. */
import type { Static, TObject, TPartial } from 'typebox';
import type { Immutable, ValueOf } from '../primitives/shapes/type.js';
import type { Envelope, EventType } from '../events/event.js';
import type { FileNode } from '../workspace/files/file-tree.js';
import type { persistedRun, recentEntries, resultPage, runPage } from './schemas/history-schema.js';
import type { configuration, settings } from './routes/config.js';
import type { contractFileResult, contractVerification } from './routes/contract.js';
import type { exported, imported } from './routes/convert.js';
import type { environment } from './routes/environments.js';
import type { requestEntries } from './routes/files.js';
import type {
  mockIdle,
  mockRequest,
  mockRequests,
  mockRoute,
  mockStart,
  mockStatus,
  wholeMockRequest,
} from './schemas/mock-schema.js';
import type {
  recordingIdle,
  recordingReplay,
  recordingStart,
  recordingStatus,
  wholeRecording,
} from './routes/record.js';
import type { systemInfo } from './routes/system.js';
import type { workerList } from './routes/workers.js';
import type { workspace } from './routes/workspace.js';
import type { checkedText, parsedFile } from './schemas/request-file-schema.js';
import type { fileTotals, lastResult, resultSummary } from './schemas/last-results-schema.js';
import type { runResult } from './schemas/run-result-schema.js';
import type { strengthOptions, strengthReport } from './schemas/strength-schema.js';
import type { stressComparison, stressRun, stressRunPage } from './schemas/stored-stress-schema.js';
import type { stressResult, stressStatus } from './schemas/stress-result-schema.js';
import type { newProfile, profileChanges, stressProfile, stressStart } from './schemas/stress-schema.js';

export type { FileNode } from '../workspace/files/file-tree.js';

/** The schema of a tree refers to itself by name, which its static type cannot follow. */
export type Workspace = Omit<ValueOf<typeof workspace>, 'files'> & {
  readonly files: readonly FileNode[];
};

export type RunResult = ValueOf<typeof runResult>;
export type RequestResult = RunResult['results'][number];
export type AssertionResult = RequestResult['assertions'][number];
export type ExchangeFacts = NonNullable<RequestResult['exchange']>;

export type ResultSummary = ValueOf<typeof resultSummary>;
export type FileTotals = ValueOf<typeof fileTotals>;
/** A result that the server keeps. */
export type KeptResult = ValueOf<typeof lastResult>;

export type StrengthOptions = Static<typeof strengthOptions>;
export type StrengthReport = ValueOf<typeof strengthReport>;

export type WorkerList = ValueOf<typeof workerList>;

export type Environment = ValueOf<typeof environment>;
export type Configuration = ValueOf<typeof configuration>;
export type ConfigurationChange = Static<TPartial<TObject<typeof settings>>>;

export type HistoryEntry = ValueOf<typeof recentEntries>[number];
export type RunPage = ValueOf<typeof runPage>;
export type RunSummary = RunPage['runs'][number];
export type StoredRun = ValueOf<typeof persistedRun>;
export type StoredResult = StoredRun['results'][number];
export type ResultPage = ValueOf<typeof resultPage>;
export type NamedResult = ResultPage['results'][number];

export type RequestEntry = ValueOf<typeof requestEntries>[number];
export type CheckedText = ValueOf<typeof checkedText>;

export type MockStart = Static<typeof mockStart>;
export type MockStatus = ValueOf<typeof mockStatus>;
export type MockState = MockStatus | ValueOf<typeof mockIdle>;
export type MockRoute = ValueOf<typeof mockRoute>;
export type MockRequest = ValueOf<typeof mockRequest>;
export type MockRequests = ValueOf<typeof mockRequests>;
export type WholeMockRequest = ValueOf<typeof wholeMockRequest>;

export type RecordingStart = Static<typeof recordingStart>;
export type RecordingStatus = ValueOf<typeof recordingStatus>;
export type RecordingState = RecordingStatus | ValueOf<typeof recordingIdle>;
export type RecordingEntry = RecordingStatus['recordings'][number];
export type WholeRecording = ValueOf<typeof wholeRecording>;
export type RecordingReplay = ValueOf<typeof recordingReplay>;

export type ContractFileResult = ValueOf<typeof contractFileResult>;
export type ContractInteraction = ContractFileResult['results'][number];
export type ContractVerification = ValueOf<typeof contractVerification>;
export type ParsedFile = ValueOf<typeof parsedFile>;

export type StressStart = Static<typeof stressStart>;
export type StressStatus = ValueOf<typeof stressStatus>;
export type StressResult = ValueOf<typeof stressResult>;
export type StressRunPage = ValueOf<typeof stressRunPage>;
export type StressRunSummary = StressRunPage['runs'][number];
export type StressRun = ValueOf<typeof stressRun>;
export type StressComparison = ValueOf<typeof stressComparison>;
export type StressProfile = ValueOf<typeof stressProfile>;
export type NewStressProfile = Static<typeof newProfile>;
export type StressProfileChange = Static<typeof profileChanges>;

export type ImportedRequests = ValueOf<typeof imported>;
export type ExportedCommands = ValueOf<typeof exported>;

export type SystemInfo = ValueOf<typeof systemInfo>;

export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

export type ServerEvent = {
  readonly [Type in EventType]: Immutable<DeliveredEvent<Envelope<Type>>>;
}[EventType];

/** A result is bytes inside the server; clients receive it as data. */
type DeliveredEvent<Value> = Value extends Uint8Array
  ? RunResult
  : Value extends object
    ? { readonly [Key in keyof Value]: DeliveredEvent<Value[Key]> }
    : Value;
