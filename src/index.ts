/** The public library: the language of request files as text and as data, runs, reports and mock servers. */
export { ServiceError, type ErrorKind } from './errors.js';
export type { Diagnostic, DiagnosticCode, Phase, Severity } from './request-file/model/diagnostic.js';
export { formatRequestFile, type Formatted } from './request-file/format-text.js';
export type {
  Assertion,
  Auth,
  AuthType,
  Body,
  Capture,
  CaptureSource,
  DatabaseQuery,
  EachDirective,
  FileVariable,
  Foreign,
  Json,
  KeyValue,
  Metadata,
  MockResponse,
  MultipartField,
  Request,
  RequestFile,
  ShellCommand,
  WaitFor,
} from './request-file/model/model.js';
export type { Mock, MockOptions, MockRequest, MockRoute } from './programs/mock-types.js';
export type {
  AssertionResult,
  RequestErrorKind,
  RequestResult,
  RunResult,
  RunSummary,
} from './programs/result-types.js';
export type {
  ReportOptions,
  RequestPlace,
  RunEvent,
  RunOptions,
  WorkspaceOptions,
} from './programs/run-types.js';
export type { ReportFormat, SecretCommand, Settings } from './programs/settings-type.js';
export { createMock, renderReport, run } from './library.js';
export { parseRequestFile } from './request-file/parse-file.js';
export { printFile } from './request-file/print-file.js';
export { version } from './version.js';
