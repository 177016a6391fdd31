/** The public library: the language of request files as text and as data. */
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
export { parseRequestFile } from './request-file/parse-file.js';
export { printFile } from './request-file/print-file.js';
export { version } from './version.js';
