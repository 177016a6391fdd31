/** What is wrong with a request, in words for the one who sent it. */
import type { Violation } from '../../evaluation/values/violation.js';
import { toJson } from '../../evaluation/values/json.js';
import { pointerSteps, valueAtPointer } from '../../primitives/json-pointer.js';

const MAX_SHOWN_LENGTH = 100;
const MAX_PLACE_LENGTH = 200;

/** `query limit must be at most 100, it is 500`; `where` is the parameter or the body. */
export function violationText(where: string, value: unknown, { pointer, message }: Violation): string {
  const found = valueAtPointer(value, pointer);
  const isShown = found !== undefined && (typeof found !== 'object' || found === null);
  return `${where}${placeOf(pointer)} ${message}${isShown ? `, it is ${shortened(toJson(found), MAX_SHOWN_LENGTH)}` : ''}`;
}

/** `/items/0/name` as `.items[0].name`. */
function placeOf(pointer: string): string {
  const place = pointerSteps(pointer)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('');
  return shortened(place, MAX_PLACE_LENGTH);
}

function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
