import { ServiceError } from '../../../errors.js';
import { VariableFailure } from '../../../evaluation/variables/variable-failure.js';
import { secretParameters } from '../../../http/auth/build-auth.js';
import { writeCarriedToken } from '../../../http/auth/carried-token.js';
import { RequestFailure } from '../../../http/message/message.js';
import { timeText } from '../../../http/sign-in/time-text.js';
