export interface Result {
  readonly passed: boolean;
  readonly error: string;
  readonly errorKind: string;
  readonly attempts: number;
  readonly response: Readonly<Record<string, unknown>>;
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly url: string };
}
