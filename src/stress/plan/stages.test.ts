import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStageList, readStages } from './stages.js';
import { planPresence, userLine } from './user-presence.js';

describe('parseStageList', () => {
  it('reads rates and users', () => {
    expect(parseStageList('30s:50/s, 1m30s:12.5/s,0s:0/s')).toEqual({
      mode: 'rate',
      stages: [
        { duration: 30_000, target: 50 },
        { duration: 90_000, target: 12.5 },
        { duration: 0, target: 0 },
      ],
    });
    expect(parseStageList('1m:20vus')).toEqual({ mode: 'vus', stages: [{ duration: 60_000, target: 20 }] });
  });

  it.each([
    ['30s:50', 'a stage needs a unit: 30s:50/s or 30s:50vus'],
    ['30s', 'a stage is written 30s:50/s or 30s:50vus'],
    ['', 'a stage is written 30s:50/s or 30s:50vus'],
    ['30s:50/s,', 'a stage is written 30s:50/s or 30s:50vus'],
    ['30:50/s', '"30" has no unit; write 30ms, 30s, 30m or 30h'],
    ['30s:50/s, 1m:5vus', 'all stages end in /s or all in vus'],
    ['0s:50/s', 'they must be longer than 0 and at most 24h together'],
    ['23h:5/s, 61m:5/s', 'they must be longer than 0 and at most 24h together'],
    ['1s:100001/s', 'they must be rates from 0 to 100000'],
    ['1s:1.5vus', 'they must be whole numbers of users from 0 to 10000'],
    ['1s:0/s, 1s:0/s', 'they must be above 0 at least once'],
    [Array.from({ length: 101 }, () => '1s:1/s').join(), 'they must be a list of 1 to 100 stages'],
  ])('refuses %j', (text, reason) => {
    expect(parseStageList(text)).toEqual({ reason });
  });
});

describe('readStages', () => {
  it('takes one kind of target only', () => {
    expect(readStages([{ duration: '1s', vus: 2 }])).toEqual({
      mode: 'vus',
      stages: [{ duration: 1000, target: 2 }],
    });
    expect(
      readStages([
        { duration: '1s', rate: 2 },
        { duration: 0, vus: 2 },
      ]),
    ).toEqual({ wrong: 1 });
    expect(readStages([{ duration: '1s', rate: 2, vus: 2 }])).toEqual({ wrong: 0 });
    expect(readStages([{ duration: '1s' }])).toEqual({ wrong: 0 });
    expect(readStages([{ duration: '1', rate: 1 }])).toEqual({ wrong: 0 });
  });
});

describe('planPresence', () => {
  const load = (text: string) => {
    const plan = parseStageList(text);
    if ('reason' in plan) throw new Error(plan.reason);
    return { vus: Math.max(...plan.stages.map(({ target }) => target)), rampUp: 0, stages: plan.stages };
  };

  it('is the ramp-up without stages, and to the bit with one ramp', () => {
    const ramp = load('7s:13vus, 20s:13vus');
    for (let user = 0; user < 13; user++) {
      const single = planPresence(user, { vus: 13, rampUp: 7000 });
      expect(single).toEqual([{ from: (user * 7000) / 13, until: Infinity }]);
      expect(planPresence(user, ramp)).toEqual(single);
    }
  });

  it('lets users go and come back', () => {
    const stages = load('0s:4vus, 10s:4vus, 4s:0vus, 6s:3vus, 10s:3vus');
    // It would leave and come back at the same moment.
    expect(planPresence(0, stages)).toEqual([{ from: 0, until: Infinity }]);
    expect(planPresence(1, stages)).toEqual([
      { from: 0, until: 13_000 },
      { from: 16_000, until: Infinity },
    ]);
    expect(planPresence(3, stages)).toEqual([{ from: 0, until: 11_000 }]);
  });

  it('has as many users at any time as the line says', () => {
    const stage = fc.record({ duration: fc.nat(5000), target: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(stage, { minLength: 1, maxLength: 6 }), fc.nat(30_000), (stages, time) => {
        const vus = Math.max(...stages.map(({ target }) => target));
        let present = 0;
        for (let user = 0; user < vus; user++) {
          const presences = planPresence(user, { vus, rampUp: 0, stages });
          if (presences.some(({ from, until }) => from <= time && time < until)) present++;
          for (const [index, { from, until }] of presences.entries()) {
            expect(until).toBeGreaterThanOrEqual(from);
            expect(from).toBeGreaterThan(presences[index - 1]?.until ?? -1);
          }
        }
        const line = userLine(time, stages);
        // On the way up a user comes when the line reaches its number, which is up to one before it exceeds it.
        expect(present).toBeGreaterThanOrEqual(Math.floor(line - 1e-9));
        expect(present).toBeLessThanOrEqual(Math.floor(line + 1e-9) + 1);
      }),
    );
  });
});
