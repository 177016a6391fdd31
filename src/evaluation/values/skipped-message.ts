/** The message of an assertion whose condition was not met; a stored one is recognised by it. */
export const CONDITION_NOT_MET = 'condition not met';
