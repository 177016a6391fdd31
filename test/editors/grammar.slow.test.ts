/** The same with all of the generated cases. */
import './grammar.test.js';
