/** The same with all of the generated cases. */
import './parse.test.js';
