import { expect, it } from 'vitest';
import { CallMarks } from './call-marks.js';

it('never takes a call that has sent for one that has not, however many others have sent', () => {
  const marks = new CallMarks();
  marks.markSending(5);
  expect(marks.hasSent(5)).toBe(true);
  expect(marks.hasSent(6)).toBe(false);
  for (let call = 6; call < 2000; call++) marks.markSending(call);
  expect(marks.hasSent(5)).toBe(true);
  expect(marks.hasSent(2000 + 1024)).toBe(false);
});

it('reports the call that the thread works on, until it waits', () => {
  const marks = new CallMarks();
  marks.markWorking(7, 3);
  marks.clearWorking(6);
  expect(marks.working).toEqual({ call: 7, line: 3 });
  marks.clearWorking(7);
  expect(marks.working.call).toBe(0);
});
