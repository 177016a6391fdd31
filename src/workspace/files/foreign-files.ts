/** Files of other tools that people give to svc as they are, and what to do with them. */

interface ForeignFile {
  readonly name: RegExp;
  readonly what: string;
  /** The command that converts it, and the page about it. */
  readonly advice: (path: string) => string;
}

const FOREIGN_FILES: readonly ForeignFile[] = [
  {
    name: /\.hurl$/i,
    what: 'a Hurl file',
    advice: (path) =>
      `hurl --curl commands.txt ${path} and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)`,
  },
  {
    name: /postman_environment\.json$/i,
    what: 'an environment of Postman',
    advice: (path) =>
      `svc import collection <collection> --environment ${path} -o tests/ converts it (docs/from-postman.md)`,
  },
  {
    name: /postman.*\.json$/i,
    what: 'a Postman collection',
    advice: (path) => `svc import collection ${path} -o tests/ converts it (docs/from-postman.md)`,
  },
  {
    name: /\.bru$|(?:^|[\\/])(?:bruno\.json|opencollection\.ya?ml)$/i,
    what: 'part of a Bruno collection',
    advice: () => 'svc import bruno <directory> -o tests/ converts the collection (docs/from-bruno.md)',
  },
  {
    name: /\.har$/i,
    what: 'an HTTP archive',
    advice: (path) => `svc import har ${path} -o tests/ converts it (docs/import-export.md)`,
  },
  {
    name: /insomnia[^\\/]*\.(?:json|ya?ml)$/i,
    what: 'an export of Insomnia',
    advice: (path) => `svc import clientexport ${path} -o tests/ converts it (docs/import-export.md)`,
  },
  {
    name: /(?:openapi|swagger)[^\\/]*\.(?:json|ya?ml)$/i,
    what: 'an API description',
    advice: (path) => `svc import openapi ${path} -o api.http converts it (docs/import-export.md)`,
  },
];

/** `a Hurl file; hurl --curl …`; undefined for a file of no other tool. */
export function describeForeignFile(path: string): string | undefined {
  const found = FOREIGN_FILES.find(({ name }) => name.test(path));
  if (found === undefined) return undefined;
  return `${found.what}; ${found.advice(/^[\w.,:/\\@+-]+$/.test(path) ? path : JSON.stringify(path))}`;
}
