/** The hooks for pre-commit, and request files that they are about. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../support/program/run-svc.js';

export interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
  readonly require_serial: boolean;
}

export const HOOKS_FILE = '.pre-commit-hooks.yaml';
export const hooksText = await readFile(join(repositoryRoot, HOOKS_FILE), 'utf8');
export const hooks = parse(hooksText) as readonly Hook[];

export const BAD_REQUEST = '### bad\nGTE http://127.0.0.1:8080/\n';
export const WARNED_REQUEST = '### warned\n# @taggs smoke\nGET http://127.0.0.1:8080/\n';
export const UNTIDY_REQUEST = '###   tidy\nget   http://127.0.0.1:8080/\n\n\n';
export const TIDY_REQUEST = '### tidy\nGET http://127.0.0.1:8080/\n';
