/** What hovering is asked about, and what it tells. */
import type { PathStep } from '../../request-file/expressions/parse-path.js';
import type { LineRegion } from '../../request-file/text/line-region.js';

export interface HoverPlace {
  /** The text of the line, without its line end. */
  readonly text: string;
  readonly region: LineRegion;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** A name with the line that gives it, as far as that is determined. */
export interface NamedLine {
  readonly name: string;
  readonly line?: number;
}

export interface HoverRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly line: number;
  readonly captures: readonly NamedLine[];
  /** The names that `@set` gives. */
  readonly sets?: readonly string[];
  /** The path of its data file, as written. */
  readonly data?: string;
  /** The names that `@each` or `@loop` gives, and the directive as written. */
  readonly elements?: { readonly names: readonly string[]; readonly directive: string };
}

export interface HoverVariable extends NamedLine {
  readonly value: string;
  readonly secret: boolean;
}

/** What the text itself gives. */
export interface HoverNames {
  /** In the order of the file. */
  readonly requests: readonly HoverRequest[];
  readonly variables: readonly HoverVariable[];
}

/** Names whose values are never handed over; with the place of each, if there is one. */
export type NameLookUp = (name: string) => { readonly place?: string } | undefined;

/** What the file, its environment and its folder give. Nothing here may start a program or read a secret. */
export interface HoverContext extends HoverNames {
  /** The path of the file as places show it; without it they show lines only. */
  readonly path?: string;
  /** The active environment, with values as they are written. */
  readonly environment: {
    readonly name: string;
    readonly variables: Readonly<Record<string, unknown>>;
    /** Where a variable is written, such as `service.yaml:7`. */
    readonly placeOf?: (variable: string) => string | undefined;
  };
  /** Variables and captures that the settings list as secrets. */
  readonly secrets: readonly string[];
  /** Secrets that a program gives. */
  readonly commandSecrets?: readonly string[];
  /** Names that environment files of other clients give. */
  readonly clientVariables?: readonly string[];
  readonly dotenv?: NameLookUp;
  readonly processEnvironment?: NameLookUp;
  /** Names whose value the operator gives, which is stronger than what the file says. */
  readonly operatorVariables?: NameLookUp;
  /** A request of another file, by the path as written; `place` is that of the request. */
  readonly requestIn?: (
    path: string,
    name: string,
  ) => (Omit<HoverRequest, 'line'> & { readonly place?: string }) | undefined;
  /** The value that a path leads to; undefined if there is none. */
  readonly valueAt: (value: unknown, steps: readonly PathStep[]) => unknown;
}

export interface Hover {
  /** `endColumn` is exclusive. */
  readonly range: { readonly line: number; readonly column: number; readonly endColumn: number };
  readonly title: string;
  /** The form of the value of a word; method and URL of a request. */
  readonly grammar?: string;
  readonly meaning?: string;
  readonly example?: string;
  /** Masked if it is secret, and cut; absent if only a run can tell it. */
  readonly value?: string;
  /** Where the value comes from. */
  readonly source?: string;
  /** Where it is written, such as `orders.http:3`. */
  readonly place?: string;
  readonly isSecret?: true;
}

/** A hover before its place in the line is decided. */
export type HoverText = Omit<Hover, 'range'>;
