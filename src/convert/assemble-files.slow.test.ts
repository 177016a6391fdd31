/** The same with all of the generated cases. */
import './assemble-files.test.js';
