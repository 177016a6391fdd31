import { expect, it } from 'vitest';
import { REPORT_FORMATS } from '../workspace/config/config.js';
import { needsExchanges, RUN_REPORTS } from './report-files.js';

it('knows every format a config may name, but the console', () => {
  expect(['console', ...Object.keys(RUN_REPORTS)]).toEqual([...REPORT_FORMATS]);
});

it('names the files of outputDir as specified', () => {
  expect(Object.values(RUN_REPORTS).map(({ fileName }) => fileName)).toEqual([
    'results.json',
    'junit.xml',
    'results.tap',
    'report.html',
    'ctrf.json',
    undefined,
    'results.har',
  ]);
});

it('asks for exchanges only where they are shown', () => {
  expect(needsExchanges(['json', 'html'], 1)).toBe(false);
  expect(needsExchanges(['json', 'har'], 0)).toBe(true);
  expect(needsExchanges([], 2)).toBe(true);
});
