/** The common structure of both versions of a client export: folders, requests, environments. */
import type { Mapping } from '../../documents/plain-data.js';
import type { Loss } from '../converted.js';

export interface ExportTree {
  readonly title: string;
  readonly items: readonly ExportItem[];
  /** Base environments, one per workspace. */
  readonly environments: readonly ExportEnvironment[];
  readonly losses: readonly Loss[];
}

export type ExportItem = ExportFolder | ExportTreeRequest;

export interface ExportFolder {
  readonly kind: 'folder';
  readonly name: string;
  /** JSON pointer. */
  readonly place: string;
  /** Has `environment`, `authentication` and `headers`. */
  readonly value: Mapping;
  readonly items: readonly ExportItem[];
  /** Those of every request inside. */
  readonly scripts: readonly ExportScript[];
}

export interface ExportTreeRequest {
  readonly kind: 'request';
  /** The id that template tags use; may be empty. */
  readonly id: string;
  readonly place: string;
  /** Has `url`, `method`, `headers`, `parameters`, `body`, `authentication` and so on. */
  readonly value: Mapping;
  readonly name: string;
  readonly description: unknown;
  readonly followsRedirects: boolean;
  readonly sendsCookies: boolean;
  readonly scripts: readonly ExportScript[];
}

export interface ExportScript {
  readonly place: string;
  readonly when: 'before' | 'after';
  readonly text: string;
}

export interface ExportEnvironment {
  readonly name: string;
  readonly place: string;
  readonly data: Mapping;
  /** The names of secret values. */
  readonly secrets: ReadonlySet<string>;
  readonly subEnvironments: readonly ExportEnvironment[];
}

/** Sorts by sort key; the sort is stable. */
export function bySortKey<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  return items.toSorted((a, b) => sortNumber(keyOf(a)) - sortNumber(keyOf(b)));
}

function sortNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
