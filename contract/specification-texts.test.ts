import { describe, expect, it } from 'vitest';
import { errorTexts } from './error-texts.ts';
import { missingKeyTexts } from './integration-texts.ts';
import { intervals, maskedKey, onboardingSteps, ordersPerSync } from './limits.ts';
import { contactSupport } from './notifications.ts';
import { pictureTexts } from './picture-type.ts';
import { themeTexts } from './theme.ts';

// Code and other tests use these by name, so only this test notices a changed text or number.

describe('the texts of the specification, to the letter', () => {
  it.each([
    [errorTexts.somethingWentWrong, 'Something went wrong!'],
    [
      errorTexts.serverError,
      'Oops, something went wrong. Please try again later or contact support.',
    ],
    [errorTexts.sessionToken, 'Failed to retrieve a session token'],
    [errorTexts.authorizationCode, 'Failed to retrieve an authorization code'],
    [errorTexts.authorizeRequest, 'Failed to authorize request.'],
    [errorTexts.updateRequired, 'Update required'],
    [themeTexts.installFailed, 'Failed to update theme, please try again or update it manually!'],
    [themeTexts.updated, 'Theme updated successfully'],
    [themeTexts.updateFailed, 'Something went wrong while updating the theme'],
    [themeTexts.manualUpdateRequired, 'Warning: Manual theme update is required.'],
    [contactSupport, 'Contact Support to change this.'],
    [pictureTexts.notAnImage, 'File type must be an image'],
    [missingKeyTexts['shipstation.key'], 'Please enter Key'],
    [missingKeyTexts['shipstation.secret'], 'Please enter Secret'],
  ])('%s', (text, specified) => {
    expect(text).toBe(specified);
  });
});

it('the limits of the specification are kept', () => {
  expect(ordersPerSync).toBe(20);
  expect(onboardingSteps).toBe(4);
  expect(maskedKey).toBe('00000000000000000000000000000000');
  expect(intervals).toEqual(['DAY', 'WEEK', 'MONTH', 'YEAR']);
});
