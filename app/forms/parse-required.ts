import { parse, type Submission } from '@conform-to/react';

/**
 * Reads a form that has texts to fill in and nothing else to check, for a screen that should not load the schemas for that:
 * `messages` has what a field that is empty or whitespace only is told, by its name. The action checks the rest.
 */
export function parseRequired<Values>(
  formData: FormData,
  messages: Readonly<Record<string, string>>,
): Submission<Values, string[], FormData> {
  return parse<FormData, string[]>(formData, {
    resolve() {
      const missing = Object.entries(messages).filter(([name]) => {
        const value = formData.get(name);
        return typeof value !== 'string' || value.trim() === '';
      });
      if (missing.length === 0) return { value: formData };
      return { error: Object.fromEntries(missing.map(([name, message]) => [name, [message]])) };
    },
  });
}
