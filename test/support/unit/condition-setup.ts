import { testScope, variables } from '../runs/evaluation.js';

export const scope = testScope({
  variables: variables({
    a: 'x',
    b: ' x ',
    text: 'p == q',
    equal: 'p == p',
    unequal: 'p != p',
    yes: 'TRUE',
    no: 'No',
    zero: '0',
    empty: '',
  }),
});
