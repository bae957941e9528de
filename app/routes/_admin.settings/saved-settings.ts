import type { AnswerSchema } from '../../subscription-api/answer-schema.ts';
import { type Failure, readFailure } from '../../subscription-api/failure.ts';
import { propertyOf } from '../../subscription-api/json-property.ts';

/** What was saved of several settings, and why the rest was not. */
export type SavedSettings = {
  saved: string[];
  /** Whether one was not saved because it was changed elsewhere since the merchant saw it. */
  isOvertaken: boolean;
  /** Of a call that failed without naming a field; what comes after it is not tried. */
  failure: Failure | null;
  manualThemeUpdateRequired: boolean | null;
};

export const nothingSaved: SavedSettings = {
  saved: [],
  isOvertaken: false,
  failure: null,
  manualThemeUpdateRequired: null,
};

/** Reads it without the contract's schemas, which no screen waits for. */
export const savedSettingsAnswer: AnswerSchema<SavedSettings> = {
  safeParse(content) {
    const saved = propertyOf(content, 'saved');
    if (!Array.isArray(saved)) return { success: false };
    const isBehind = propertyOf(content, 'manualThemeUpdateRequired');
    return {
      success: true,
      data: {
        saved: saved.filter((key) => typeof key === 'string'),
        isOvertaken: propertyOf(content, 'isOvertaken') === true,
        failure: readFailure(propertyOf(content, 'failure')) ?? null,
        manualThemeUpdateRequired: typeof isBehind === 'boolean' ? isBehind : null,
      },
    };
  },
};
