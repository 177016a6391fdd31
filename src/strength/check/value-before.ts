/** What stood where a change is made. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { toJson } from '../../evaluation/values/json.js';
import type { Change } from '../model/mutant.js';
import type { ResponseChanger } from '../mutate/change-response.js';
import { writtenAtPath } from '../mutate/markup/markup-path.js';
import { valueAt } from '../mutate/values-at.js';

const MAX_SHOWN_LENGTH = 200;

/** As JSON; empty where the body as a whole is changed. */
export function valueBefore(changer: ResponseChanger, change: Change): string {
  const value = jsonBefore(changer, change);
  return value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH - 1).toWellFormed()}…` : value;
}

function jsonBefore({ original, json, markup }: ResponseChanger, change: Change): string {
  switch (change.on) {
    case 'status':
      return String(original.status);
    case 'header': {
      const name = change.name.toLowerCase();
      const header = original.headers.find(([received]) => received.toLowerCase() === name);
      return header === undefined ? '' : toJson(header[1]);
    }
    case 'text':
      return '';
    case 'value': {
      const value = json === undefined ? ABSENT : valueAt(json.value, change.path);
      return value === ABSENT ? '' : toJson(value);
    }
    case 'markup':
      return markup === undefined ? '' : toJson(writtenAtPath(markup.text, markup.root, change.path));
  }
}
