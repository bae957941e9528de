import { describeForms } from './app-forms.ts';
import { appForSuite } from './app-in-test.ts';
import { unlimited } from './unlimited.ts';

describeForms(appForSuite(unlimited));
