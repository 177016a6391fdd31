export interface Result {
  readonly results: readonly Record<string, never>[];
  readonly [field: string]: unknown;
}
