import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { caseApplies } from './applicability.js';
import { CASE_GROUPS, ERROR_CASES, ROUTE_AREAS, type ErrorCase } from './error-cases.js';
import { FACTS, nameOf } from './route-facts.js';

const CASE_NAMES = Object.keys(ERROR_CASES) as ErrorCase[];

describe('the matrix of routes and errors', () => {
  it('has a line for each route, and none for a route that is gone', () => {
    expect(Object.keys(FACTS).sort()).toEqual(ALL_ROUTES.map(nameOf).sort());
  });

  it('has every error in one group', () => {
    expect(Object.values(CASE_GROUPS).flat()).toEqual(CASE_NAMES);
    const counts = Object.values(CASE_GROUPS).map(({ length }) => length);
    expect(counts).toEqual([7, 6, 7, 7, 6]);
  });

  it('says for each route and each error that it applies, or why it cannot', () => {
    for (const route of ALL_ROUTES) {
      for (const name of CASE_NAMES) {
        const decision = caseApplies(name, route);
        expect([nameOf(route), name, decision === true || decision.length > 5]).toEqual([
          nameOf(route),
          name,
          true,
        ]);
      }
    }
    for (const name of CASE_NAMES) {
      expect([name, ALL_ROUTES.some((route) => caseApplies(name, route) === true)]).toEqual([name, true]);
    }
  });

  it('has a test file for each group of errors and each area', async () => {
    const areas = Object.values(ROUTE_AREAS).flat() as readonly string[];
    expect(new Set(areas).size).toBe(areas.length);
    for (const { path } of ALL_ROUTES) expect(areas).toContain(path.split('/')[1]);
    const files = await readdir(new URL('.', import.meta.url));
    const tested = files.map((file) => file.replace(/(?:\.slow)?\.test\.ts$/, ''));
    expect(tested).toEqual(
      expect.arrayContaining([...Object.keys(CASE_GROUPS), ...Object.keys(ROUTE_AREAS)]),
    );
  });
});
