import { describeHeaders } from './app-headers.ts';
import { appForSuite } from './app-in-test.ts';
import { describeLog } from './app-log.ts';
import { describeTokens } from './app-tokens.ts';
import { unlimited } from './unlimited.ts';

const app = appForSuite(unlimited);
describeTokens(app);
describeHeaders(app);
describeLog(app);
