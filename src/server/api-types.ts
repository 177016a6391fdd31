/** What clients of the API send and get, from the schemas that check and describe it. Types only. */
import type { Static, TObject, TPartial } from 'typebox';
import type { Envelope, EventType } from '../events/event.js';
import type { FileNode } from '../workspace/files/file-tree.js';
import type { persistedRun, recentEntries, resultPage, runPage } from './schemas/history-schema.js';
import type { parsedFile } from './schemas/request-file-schema.js';
import type { configuration, settings } from './routes/config.js';
import type { contractFileResult, contractVerification } from './routes/contract.js';
import type { exported, imported } from './routes/convert.js';
import type { environment } from './routes/environments.js';
import type { mockIdle, mockRoute, mockStart, mockStatus } from './routes/mock.js';
import type { recordingIdle, recordingStart, recordingStatus, wholeRecording } from './routes/record.js';
import type { systemInfo } from './routes/system.js';
import type { workspace } from './routes/workspace.js';
import type { checkedText } from './schemas/request-file-schema.js';
import type { runResult } from './schemas/run-result-schema.js';
import type {
  newProfile,
  profileChanges,
  stressProfile,
  stressResult,
  stressStart,
  stressStatus,
} from './schemas/stress-schema.js';

export type { FileNode } from '../workspace/files/file-tree.js';

/** What was received is not changed. */
type Received<Value> = Value extends readonly (infer Item)[]
  ? readonly Received<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Received<Value[Key]> }
    : Value;

/** The schema of a tree refers to itself by name, which its static type cannot follow. */
export type Workspace = Omit<Received<Static<typeof workspace>>, 'files'> & {
  readonly files: readonly FileNode[];
};

export type RunResult = Received<Static<typeof runResult>>;
export type RequestResult = RunResult['results'][number];
export type AssertionResult = RequestResult['assertions'][number];

export type Environment = Received<Static<typeof environment>>;
export type Configuration = Received<Static<typeof configuration>>;
export type ConfigurationChange = Static<TPartial<TObject<typeof settings>>>;

export type HistoryEntry = Received<Static<typeof recentEntries>>[number];
export type RunPage = Received<Static<typeof runPage>>;
export type RunSummary = RunPage['runs'][number];
export type StoredRun = Received<Static<typeof persistedRun>>;
export type StoredResult = StoredRun['results'][number];
export type ResultPage = Received<Static<typeof resultPage>>;
export type NamedResult = ResultPage['results'][number];

export type CheckedText = Received<Static<typeof checkedText>>;

export type MockStart = Static<typeof mockStart>;
export type MockStatus = Received<Static<typeof mockStatus>>;
export type MockState = MockStatus | Received<Static<typeof mockIdle>>;
export type MockRoute = Received<Static<typeof mockRoute>>;

export type RecordingStart = Static<typeof recordingStart>;
export type RecordingStatus = Received<Static<typeof recordingStatus>>;
export type RecordingState = RecordingStatus | Received<Static<typeof recordingIdle>>;
export type RecordingEntry = RecordingStatus['recordings'][number];
export type WholeRecording = Received<Static<typeof wholeRecording>>;

export type ContractFileResult = Received<Static<typeof contractFileResult>>;
export type ContractInteraction = ContractFileResult['results'][number];
export type ContractVerification = Received<Static<typeof contractVerification>>;
export type ParsedFile = Received<Static<typeof parsedFile>>;

export type StressStart = Static<typeof stressStart>;
export type StressStatus = Received<Static<typeof stressStatus>>;
export type StressResult = Received<Static<typeof stressResult>>;
export type StressProfile = Received<Static<typeof stressProfile>>;
export type NewStressProfile = Static<typeof newProfile>;
export type StressProfileChange = Static<typeof profileChanges>;

export type ImportedRequests = Received<Static<typeof imported>>;
export type ExportedCommands = Received<Static<typeof exported>>;

export type SystemInfo = Received<Static<typeof systemInfo>>;

export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

export type ServerEvent = { readonly [Type in EventType]: Received<Told<Envelope<Type>>> }[EventType];

/** A result travels as bytes inside of the server; whoever receives the event has the result. */
type Told<Value> = Value extends Uint8Array
  ? RunResult
  : Value extends object
    ? { readonly [Key in keyof Value]: Told<Value[Key]> }
    : Value;
