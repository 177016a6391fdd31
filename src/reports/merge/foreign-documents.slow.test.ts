/** The same with all of the generated cases. */
import './foreign-documents.test.js';
