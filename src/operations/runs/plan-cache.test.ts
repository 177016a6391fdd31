import { describe, expect, it } from 'vitest';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, SELECT_ALL } from '../../runner/plan/options.js';
import type { PlanInput } from '../../runner/plan/plan.js';
import { PlanCache } from './plan-cache.js';

const GET = 'GET http://127.0.0.1:9/\n';

async function inputOf(text: string, exactName?: string): Promise<PlanInput> {
  const file = await parseRequestFile(text, 'a.http');
  const selection =
    exactName === undefined ? SELECT_ALL : { ...SELECT_ALL, exactNames: [exactName], hidesOthers: true };
  return {
    files: [{ file, shown: 'a.http', directory: '/w' }],
    options: { ...DEFAULT_RUN_OPTIONS, selection },
    fileAccess: { loadFile: () => Promise.resolve(undefined) },
  };
}

async function plansOf(input: PlanInput): Promise<boolean> {
  const plans = new PlanCache();
  const [runnable] = input.files;
  if (!runnable) throw new Error('no file');
  const first = await plans.of(runnable.file, input);
  return (await plans.of(runnable.file, input)) === first;
}

describe('plans', () => {
  it('are created once for a whole file', async () => {
    expect(await plansOf(await inputOf(`### a\n${GET}### b\n# @depends a\n${GET}`))).toBe(true);
  });

  it('are created again for one request, and when other files are involved', async () => {
    expect(await plansOf(await inputOf(`### a\n${GET}`, 'a'))).toBe(false);
    expect(await plansOf(await inputOf(`### a\n# @depends ./b.http#b\n${GET}`))).toBe(false);
  });

  it('of a whole file are not given for one of its requests', async () => {
    const plans = new PlanCache();
    const whole = await inputOf(`### a\n${GET}### b\n${GET}`);
    const [runnable] = whole.files;
    if (!runnable) throw new Error('no file');
    await plans.of(runnable.file, whole);
    const options = { ...whole.options, selection: { ...SELECT_ALL, exactNames: ['b'], hidesOthers: true } };
    const [one] = (await plans.of(runnable.file, { ...whole, options })).files;
    expect(one?.steps.map(({ node }) => node.request.name)).toEqual(['b']);
  });
});
