// Who may import whom; ARCHITECTURE.md explains the rows. test/architecture.test.ts enforces it, and
// `npx depcruise src` shows the same findings while working.

/** From the bottom up: a room imports from itself and from lower rows, never from its neighbours. */
export const rows = [
  ['errors.ts', 'version.ts'],
  ['primitives', 'redaction'],
  ['request-file', 'http'],
  ['evaluation', 'workspace'],
  ['runner', 'documents'],
  ['stress', 'mock', 'record', 'contract', 'convert', 'web-fetch', 'diff', 'history', 'coverage'],
  ['reports', 'events'],
  ['operations'],
  ['server', 'mcp'],
  ['cli'],
  ['main.ts', 'index.ts'],
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rowRules = rows.flatMap((row, index) =>
  row.map((room) => ({
    name: `row-${index}-${room}`,
    severity: /** @type {const} */ ('error'),
    from: { path: pathOf([room]) },
    to: { path: '^src/', pathNot: pathOf([room, ...rows.slice(0, index).flat()]) },
  })),
);

/**
 * Rooms of web/src, and what each of them imports of the others. The parser used here does not read TSX, so
 * test/support/web-imports.ts looks at these.
 */
export const webRooms = {
  api: [],
  components: [],
  language: [],
  editor: ['language'],
  state: ['api'],
  views: ['state', 'components', 'editor', 'language'],
};

/** What of the product the web interface imports: types of the API, and pure code that knows no Node. */
export const forBrowsers = [
  'src/server/api-types.ts',
  'src/request-file/',
  'src/diff/classify-change.ts',
  'src/primitives/duration.ts',
  'src/primitives/threshold.ts',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rowRules,
    { name: 'no-web-in-the-product', severity: 'error', from: { path: '^src/' }, to: { path: '^web/' } },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'product-stands-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: ['^(test|bench|scripts|examples)/', 'node_modules/(vitest|fast-check|rolldown)/'] },
    },
  ],
  options: {
    // Type imports count; without swc nothing would be seen, since TypeScript 7 has no API to parse with.
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^test/corpus/' },
  },
};

/** @param {readonly string[]} rooms */
function pathOf(rooms) {
  const names = rooms.map((room) => (room.endsWith('.ts') ? `${room.replace('.', '[.]')}$` : `${room}/`));
  return `^src/(${names.join('|')})`;
}
