/** The options of one curl command, in the order of its flags. */
export class CurlOptions {
  readonly urls: string[] = [];
  method: string | undefined;
  readonly headers: CurlHeader[] = [];
  readonly data: DataArgument[] = [];
  readonly form: FormArgument[] = [];
  /** `-G`: the data belongs to the query. */
  dataInQuery = false;
  head = false;
  upload: string | undefined;
  user: string | undefined;
  digest = false;
  bearer: string | undefined;
  sigv4: string | undefined;
  /** Milliseconds. */
  timeout: number | undefined;
  retry: number | undefined;
  retryDelay: number | undefined;
  globOff = false;
  pathAsIs = false;
  /** Reasons, without the command they belong to. */
  readonly losses: string[] = [];
}

export interface CurlHeader {
  readonly key: string;
  /** Undefined when the header is removed (`-H 'Accept:'`). */
  readonly value: string | undefined;
  /** Set by `-H`, which overrides the same header of another flag. */
  readonly written: boolean;
}

export type DataArgument =
  | { readonly kind: 'text' | 'json'; readonly text: string }
  /** Percent-encoded when sent (`--data-urlencode`), except for `name=`. */
  | { readonly kind: 'encode'; readonly name: string; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly json: boolean; readonly flag: string };

export interface FormArgument {
  readonly text: string;
  /** `--form-string`: the text has no special characters. */
  readonly literal: boolean;
}
