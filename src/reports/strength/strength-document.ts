/** Strength as a document, for programs. */
import { shownName } from '../../request-file/model/request-filter.js';
import type { MutationKind } from '../../strength/model/mutation-kinds.js';
import type { EquivalenceRule } from '../../strength/model/equivalence-rules.js';
import type { Mutant } from '../../strength/model/mutant.js';
import type { FileStrength, RequestStrength, Tally } from '../../strength/model/strength.js';
import { dangerousOf, type StrengthReport } from './strength-text.js';

interface MutantDocument {
  readonly kind: MutationKind;
  readonly place: string;
  readonly words: string;
}

interface RequestDocument extends Tally {
  readonly name: string;
  readonly line: number;
  readonly survivors: readonly (MutantDocument & { readonly danger: number; readonly before: string })[];
  readonly equivalents: readonly (MutantDocument & { readonly reason: EquivalenceRule })[];
  readonly problems: readonly string[];
}

interface PlaceDocument {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

export interface StrengthDocument extends Tally {
  readonly seed: number;
  readonly files: readonly (Tally & {
    readonly file: string;
    readonly requests: readonly RequestDocument[];
  })[];
  readonly dangerous: readonly (PlaceDocument &
    MutantDocument & { readonly before: string; readonly assertion: string })[];
  readonly suggestions: readonly (PlaceDocument & { readonly assertion: string; readonly catches: number })[];
}

export function strengthDocument(report: StrengthReport): StrengthDocument {
  const { strength, advice } = report;
  return {
    seed: strength.seed,
    ...tallyDocument(strength),
    files: strength.files.map(fileDocument),
    dangerous: dangerousOf(report).map(({ file, line, name, mutant, before, assertion }) => ({
      file,
      line,
      name,
      ...mutantDocument(mutant),
      before,
      assertion,
    })),
    suggestions: advice.suggestions.map(({ file, request, assertion, catches }) => ({
      file,
      line: request.line,
      name: shownName(request),
      assertion,
      catches,
    })),
  };
}

function fileDocument(strength: FileStrength): StrengthDocument['files'][number] {
  return {
    file: strength.file,
    ...tallyDocument(strength),
    requests: strength.requests.map(requestDocument),
  };
}

function requestDocument(strength: RequestStrength): RequestDocument {
  const { name, line, survivors, equivalents, problems } = strength;
  return {
    name,
    line,
    ...tallyDocument(strength),
    survivors: survivors.map(({ mutant, before }) => ({
      ...mutantDocument(mutant),
      danger: mutant.danger,
      before,
    })),
    equivalents: equivalents.map(({ mutant, rule }) => ({
      ...mutantDocument(mutant),
      reason: rule,
    })),
    problems,
  };
}

function tallyDocument({ score, total, killed, survived, equivalent }: Tally): Tally {
  return { score, total, killed, survived, equivalent };
}

function mutantDocument({ kind, place, words }: Mutant): MutantDocument {
  return { kind, place, words };
}
