export interface RequestEntry {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}
