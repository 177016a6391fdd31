/** JSON Schemas of scripts, which assertions name as files. */
import type { Translation } from '../request-file/scripts/translation.js';

/** Gives every schema of an import its own file; without an output for files, its assertion is lost. */
export class SchemaFiles {
  readonly #texts = new Map<string, string>();

  constructor(readonly saves: boolean) {}

  place(translation: Translation): Translation {
    if (translation.schemas.length === 0) return translation;
    return this.saves ? this.#renamed(translation) : withoutSchemas(translation);
  }

  /** Requests of one name may have other schemas. */
  #renamed(translation: Translation): Translation {
    const paths = new Map<string, string>();
    const schemas = translation.schemas.map(({ path, text }) => {
      const free = this.#freePath(path, text);
      this.#texts.set(free, text);
      paths.set(path, free);
      return { path: free, text };
    });
    const assertions = translation.assertions.map((assertion) => {
      const path = assertion.operator === 'schema' ? paths.get(assertion.raw ?? '') : undefined;
      return path === undefined ? assertion : { ...assertion, expected: path, raw: path };
    });
    return { ...translation, assertions, schemas };
  }

  #freePath(path: string, text: string): string {
    for (let number = 1; ; number++) {
      const free = number === 1 ? path : path.replace(/\.json$/, `_${number}.json`);
      const taken = this.#texts.get(free);
      if (taken === undefined || taken === text) return free;
    }
  }
}

function withoutSchemas(translation: Translation): Translation {
  const paths = new Set(translation.schemas.map(({ path }) => path));
  const isLost = ({ operator, raw }: Translation['assertions'][number]): boolean =>
    operator === 'schema' && paths.has(raw ?? '');
  const lost = translation.assertions.filter(isLost).map(({ line }) => ({
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    form: 'the comparison with a schema',
    reason: 'needs a file beside the output; use -o',
  }));
  return {
    ...translation,
    assertions: translation.assertions.filter((assertion) => !isLost(assertion)),
    schemas: [],
    reports: [...translation.reports, ...lost].toSorted((one, other) => one.line - other.line),
  };
}
