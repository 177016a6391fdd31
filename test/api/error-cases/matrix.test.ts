import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { cell } from './applicability.js';
import { GROUPS, OWN_AREAS, ROWS, type RowId } from './error-cases.js';
import { FACTS, nameOf } from './route-facts.js';

const ROW_IDS = Object.keys(ROWS) as RowId[];

describe('every endpoint and every error row', () => {
  it('has a line for each route, and none for a route that is gone', () => {
    expect(Object.keys(FACTS).sort()).toEqual(ALL_ROUTES.map(nameOf).sort());
  });

  it('has the rows of the specification without a gap', () => {
    const counted = { H: 13, B: 7, P: 7, F: 3, C: 1, I: 1, N: 1 };
    const wanted = Object.entries(counted).flatMap(([letter, most]) =>
      Array.from({ length: most }, (_, i) => `${letter}${i + 1}`),
    );
    expect(ROW_IDS).toEqual(wanted);
  });

  it('has a decision for each cell: it applies, or why it cannot', () => {
    for (const route of ALL_ROUTES) {
      for (const row of ROW_IDS) {
        const decision = cell(row, route);
        expect([nameOf(route), row, decision === true || decision.length > 5]).toEqual([
          nameOf(route),
          row,
          true,
        ]);
      }
    }
    for (const row of ROW_IDS) {
      expect([row, ALL_ROUTES.some((route) => cell(row, route) === true)]).toEqual([row, true]);
    }
  });

  it('has a test file for each row and each area', async () => {
    expect(Object.values(GROUPS).flat().sort()).toEqual([...ROW_IDS].sort());
    const areas = Object.values(OWN_AREAS).flat() as readonly string[];
    expect(new Set(areas).size).toBe(areas.length);
    for (const { path } of ALL_ROUTES) expect(areas).toContain(path.split('/')[1]);
    const files = await readdir(new URL('.', import.meta.url));
    expect(files).toEqual(
      expect.arrayContaining(
        [...Object.keys(GROUPS), ...Object.keys(OWN_AREAS)].map((name) => `${name}.test.ts`),
      ),
    );
  });
});
