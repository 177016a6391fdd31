/** The same with all of the generated cases. */
import './rename.test.js';
