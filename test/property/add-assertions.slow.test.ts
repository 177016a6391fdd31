/** The same with all of the generated cases. */
import './add-assertions.test.js';
