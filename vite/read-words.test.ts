// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of modules, as text
import { expect, it } from 'vitest';
import { readWords } from './read-words.ts';

const words = {
  Polaris: {
    Banner: { dismissButton: 'Dismiss', other: 'Other' },
    DatePicker: { start: 'Start', months: { january: 'January', february: 'February' } },
  },
};

it.each([
  ["t('Polaris.Banner.dismissButton')", { Banner: { dismissButton: 'Dismiss' } }],
  ['t(`Polaris.DatePicker.st${rest}`)', { DatePicker: words.Polaris.DatePicker }],
  [
    't(`Polaris.DatePicker.months.${name}`)',
    { DatePicker: { months: words.Polaris.DatePicker.months } },
  ],
])('keeps of the words what %s asks for', (code, kept) => {
  expect(readWords([code, 'const nothing = 1;'], words)).toEqual({ Polaris: kept });
});

it('joins what several modules ask for', () => {
  const modules = [
    '"Polaris.Banner.other"',
    '"Polaris.DatePicker.start"',
    '"Polaris.Banner.other"',
  ];
  expect(readWords(modules, words)).toEqual({
    Polaris: { Banner: { other: 'Other' }, DatePicker: { start: 'Start' } },
  });
});

it('keeps a whole group whichever of its words is asked for first', () => {
  const modules = ['"Polaris.DatePicker.start"', '`Polaris.DatePicker.${name}`'];
  const all = { Polaris: { DatePicker: words.Polaris.DatePicker } };
  expect(readWords(modules, words)).toEqual(all);
  expect(readWords(modules.toReversed(), words)).toEqual(all);
});

it('says so where Polaris asks for a word that it does not have', () => {
  expect(() => readWords(["t('Polaris.Banner.gone')"], words)).toThrow('Polaris.Banner.gone');
});
