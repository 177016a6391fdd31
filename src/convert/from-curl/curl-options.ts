/** What the flags of one curl command said, in the order they said it. */

export interface CurlOptions {
  readonly urls: string[];
  method: string | undefined;
  readonly headers: CurlHeader[];
  readonly data: DataArgument[];
  readonly form: FormArgument[];
  /** `-G`: the data belongs into the query. */
  dataInQuery: boolean;
  head: boolean;
  upload: string | undefined;
  user: string | undefined;
  digest: boolean;
  bearer: string | undefined;
  sigv4: string | undefined;
  /** Milliseconds. */
  timeout: number | undefined;
  retry: number | undefined;
  retryDelay: number | undefined;
  globOff: boolean;
  pathAsIs: boolean;
  /** Reasons, without the command they belong to. */
  readonly losses: string[];
}

export interface CurlHeader {
  readonly key: string;
  /** Undefined when the header is taken away (`-H 'Accept:'`). */
  readonly value: string | undefined;
  /** Given by `-H`, which beats the same header of another flag. */
  readonly written: boolean;
}

export type DataArgument =
  | { readonly kind: 'text' | 'json'; readonly text: string }
  /** Percent-encoded when sent (`--data-urlencode`); `name=` is not. */
  | { readonly kind: 'encode'; readonly name: string; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly json: boolean; readonly flag: string };

export interface FormArgument {
  readonly text: string;
  /** `--form-string`: nothing in it has a meaning. */
  readonly literal: boolean;
}

export function noOptions(): CurlOptions {
  return {
    urls: [],
    method: undefined,
    headers: [],
    data: [],
    form: [],
    dataInQuery: false,
    head: false,
    upload: undefined,
    user: undefined,
    digest: false,
    bearer: undefined,
    sigv4: undefined,
    timeout: undefined,
    retry: undefined,
    retryDelay: undefined,
    globOff: false,
    pathAsIs: false,
    losses: [],
  };
}
