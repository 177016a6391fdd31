/**
 * The model of a request file. The parser returns it, the printer writes it, and every other module uses it.
 */
import type { BlockKind } from '../text/blocks.js';
import type { Diagnostic } from './diagnostic.js';
import type { Assertion, Capture, Conditional, LineItem, VariableSet } from './line-items.js';
import type { MockDelay, MockFault, MockSequence } from './mock-values.js';

export type { MockDelay, MockFault, MockSequence } from './mock-values.js';
export type {
  Assertion,
  Capture,
  CaptureAlternative,
  CaptureSource,
  CapturedValue,
  Comparison,
  Conditional,
  Json,
  VariableSet,
} from './line-items.js';

export interface RequestFile {
  /** The path in the workspace, or the name that the caller gave the text. */
  readonly path: string;
  readonly variables: readonly FileVariable[];
  readonly requests: readonly Request[];
  readonly diagnostics: readonly Diagnostic[];
  /** Comment lines before the first separator, directive or request line. */
  readonly comments: readonly string[];
  /** Files of `import path` and `# @import path`, whose requests `run` and `@ref` may name. */
  readonly imports?: readonly FileImport[];
  /** `run path` and `run #name`, in the order of the file. */
  readonly runs?: readonly RunLine[];
  readonly layout?: FileLayout;
}

export interface FileImport {
  readonly path: string;
  readonly line: number;
  /** Whether the variables of that file count here too, below its own, as with `# @import`. */
  readonly sharesVariables?: true;
}

/** Executes the requests of a file, or one request, at this place. */
export interface RunLine {
  readonly line: number;
  /** The path of a file; undefined for a request. */
  readonly path?: string;
  /** The name, title, or method and URL of a request; undefined for a file. */
  readonly name?: string;
  /** Values that count for these executions only. */
  readonly overrides: readonly { readonly name: string; readonly value: string }[];
  /** The number of requests that stand before it. */
  readonly place: number;
}

export interface FileVariable extends LineItem {
  readonly name: string;
  readonly value: string;
  readonly secret?: true;
}

export interface Request {
  /** The value of `@name`, else the title, else empty. */
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly headers: readonly KeyValue[];
  readonly queryParams: readonly KeyValue[];
  readonly assertions: readonly Assertion[];
  readonly captures: readonly Capture[];
  /** The line of the separator; of the request line if there is none. */
  readonly line: number;
  readonly metadata: Metadata;
  readonly title: string;
  readonly requestLine: number;
  readonly body: Body | null;
  readonly mock: MockResponse | null;
  /** All `>>>mock` blocks in their order; only set with `@mock.sequence` and more than one. */
  readonly mocks?: readonly MockResponse[];
  readonly db: readonly DatabaseQuery[];
  readonly shell: readonly ShellCommand[];
  readonly foreign: readonly Foreign[];
  /** What a short form of `Authorization` in another client means; only set without `@auth`. Printing leaves it out. */
  readonly clientAuth?: Auth;
  /** What scripts of other clients check; only set if they check anything. Printing leaves it out. */
  readonly scriptAssertions?: readonly Assertion[];
  /** What scripts of other clients store, like `scriptAssertions`. */
  readonly scriptCaptures?: readonly Capture[];
  /** What scripts of other clients set before the request is sent, like `scriptAssertions`. */
  readonly scriptSets?: readonly VariableSet[];
  /** What its scripts say that has no counterpart, for the warnings of a result. */
  readonly untranslatedScripts?: readonly string[];
  /** A script file that it names and that cannot be read, so that it cannot be run. */
  readonly missingScript?: string;
  /** Comment lines before the request line. */
  readonly comments: readonly string[];
  /** Comment lines after the blocks, or of a body region that contains nothing else. */
  readonly endComments: readonly string[];
  readonly layout?: RequestLayout;
}

export interface KeyValue extends LineItem {
  readonly key: string;
  readonly value: string;
}

export type AuthType =
  | 'bearer'
  | 'basic'
  | 'apiKey'
  | 'apiKeyQuery'
  | 'digest'
  | 'cloudsig'
  | 'oauth2_client_credentials'
  | 'oauth2_password'
  | 'oauth2_device_code'
  | 'oauth2_authorization_code'
  | 'none';

export interface Auth {
  readonly type: AuthType;
  readonly params: readonly string[];
}

export interface WaitFor {
  readonly url: string;
  /** A number, or the text of a placeholder that gives the number at run time. */
  readonly status: number | string;
  readonly timeout: number | string;
  readonly interval: number | string;
}

/** The elements that a request is executed for. */
export interface EachDirective {
  /** One placeholder, a list or a range such as `1..5`. */
  readonly source: string;
  /** `each` unless the directive names it. */
  readonly name: string;
}

/** Contains only the directives that are written; an unknown directive keeps its text. */
export interface Metadata {
  readonly skip?: string;
  readonly only?: true;
  readonly if?: readonly string[];
  readonly unless?: readonly string[];
  readonly depends?: readonly string[];
  readonly set?: readonly VariableSet[];
  readonly data?: string;
  readonly each?: EachDirective;
  /** Milliseconds before the request is sent. */
  readonly delay?: number;
  readonly waitFor?: WaitFor;
  readonly timeout?: number;
  readonly retry?: number;
  readonly retryDelay?: number;
  /** Status codes such as `503` and classes such as `5xx`. */
  readonly retryOn?: readonly string[];
  readonly noRedirect?: true;
  readonly noCookieJar?: true;
  readonly auth?: Auth;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly db?: string;
  readonly 'stress.weight'?: number;
  readonly 'stress.think'?: number;
  readonly 'stress.skip'?: true;
  readonly 'stress.setup'?: true;
  readonly 'stress.teardown'?: true;
  readonly 'contract.provider'?: string;
  readonly 'contract.state'?: string;
  /** What a mock server compares with the request that it receives; all of them have to hold. */
  readonly 'mock.when'?: readonly Conditional[];
  readonly 'mock.delay'?: MockDelay;
  readonly 'mock.fault'?: readonly MockFault[];
  readonly 'mock.sequence'?: MockSequence;
  readonly 'mock.template'?: true;
  /** Numbers and durations that are written as a placeholder, by metadata key. */
  readonly dynamicValues?: Readonly<Record<string, string>>;
  readonly [unknownDirective: string]: unknown;
}

export type Body = TextBody | FormFieldsBody | FileBody | MultipartBody | GraphqlBody;

interface AnyBody {
  /** The text of the body region; empty for a body that is written as blocks. */
  readonly raw: string;
  readonly line: number;
}

export interface TextBody extends AnyBody {
  readonly contentType: 'json' | 'xml' | 'form' | 'raw';
}

/** A form written as `& key = value` lines. */
export interface FormFieldsBody extends AnyBody {
  readonly contentType: 'form';
  readonly fields: readonly KeyValue[];
}

export interface FileBody extends AnyBody {
  readonly contentType: 'file';
  readonly path: string;
  readonly interpolate: boolean;
  /** Of a file whose text is interpolated; UTF-8 if absent. */
  readonly encoding?: 'latin1';
}

export interface MultipartBody extends AnyBody {
  readonly contentType: 'multipart';
  readonly raw: '';
  readonly fields: readonly MultipartField[];
}

export type MultipartField = LineItem & { readonly name: string } & (
    | { readonly kind: 'field'; readonly value: string }
    | {
        readonly kind: 'file';
        readonly path: string;
        /** Set only if it is written; the default depends on the path. */
        readonly type?: string;
        readonly filename?: string;
      }
  );

export interface GraphqlBody extends AnyBody {
  readonly contentType: 'graphql';
  readonly graphql: string;
  /** The JSON text of the variables; null without a `>>>variables` block. */
  readonly variables: string | null;
}

export interface MockResponse {
  /** 0 if the block has no status line. */
  readonly status: number;
  readonly headers: readonly KeyValue[];
  readonly body: string;
  readonly line: number;
}

export interface DatabaseQuery extends LineItem {
  readonly query: string;
  readonly assertions: readonly Assertion[];
}

export interface ShellCommand extends LineItem {
  readonly command: string;
  readonly ignoreFailure: boolean;
}

/** A construct of another client, which is kept as text and never executed. */
export interface Foreign {
  readonly text: string;
  readonly line: number;
  readonly place: 'head' | 'tail';
}

/**
 * The layout of the text, as far as the fields above do not define it. The printer keeps it, so that formatting
 * preserves everything else. Code that changes a parsed request has to remove its layout.
 */
export interface RequestLayout {
  readonly directives: readonly WrittenDirective[];
  readonly blocks: readonly WrittenBlock[];
  /** Separators without a request before this request, with the lines below them. */
  readonly sections: readonly Section[];
}

export interface FileLayout {
  /** Separators without a request after the last request. */
  readonly sections: readonly Section[];
}

export interface WrittenDirective {
  /** The canonical spelling of a known directive, else as written. */
  readonly name: string;
  readonly value: string;
}

export interface WrittenBlock {
  readonly kind: BlockKind;
  /** The content: verbatim for raw blocks, else its lines without blanks at their ends, joined by LF. */
  readonly text: string;
  /** The text after the closing `<<<`. */
  readonly closing: string;
}

export interface Section {
  /** Null for the part before the first separator. */
  readonly title: string | null;
  readonly lines: readonly string[];
}
