import { CONDITION_NOT_MET } from '../../evaluation/values/skipped-message.js';
import { isSet, textOf, type Row } from '../store/database.js';

/** Whether the condition of a stored assertion was not met; such ones are not counted. */
export function isSkippedCheck(assertion: Row): boolean {
  return isSet(assertion, 'passed') && textOf(assertion, 'message') === CONDITION_NOT_MET;
}

/** The same in SQL, for rows of `assertions`. */
export const IS_CHECKED = `not (assertions.passed and assertions.message = '${CONDITION_NOT_MET}')`;
