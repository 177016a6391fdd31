/** The same with all of the generated cases. */
import './add-line.test.js';
