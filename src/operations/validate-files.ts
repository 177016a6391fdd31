import { relative, sep, dirname } from 'node:path';
import { compareDiagnostics, type Severity } from '../request-file/diagnostic.js';
import type { RequestFile } from '../request-file/model.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { validateFiles } from '../request-file/validate.js';
import { missingFiles } from '../workspace/missing-files.js';
import { collectRequestFiles, loadRequestFile } from '../workspace/request-files.js';
import { unreadableFile } from './find-request-files.js';

export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

export interface FileVerdict {
  readonly file: string;
  readonly kind: 'request-file' | 'config';
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Why there was nothing to check: the path is missing, unreadable or no request file. */
  readonly problem?: string;
}
