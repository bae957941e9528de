import { expect, it } from 'vitest';
import { loadStyles } from './load-styles.ts';

const linkOf = (address: string) =>
  document.head.querySelector(`link[rel="stylesheet"][href="${address}"]`);

it('is done when the style sheet is there, and not before', async () => {
  let isDone = false;
  const loading = loadStyles('/assets/one.css').then(() => {
    isDone = true;
  });
  await Promise.resolve();
  expect(isDone).toBe(false);
  linkOf('/assets/one.css')?.dispatchEvent(new Event('load'));
  await loading;
  expect(linkOf('/assets/one.css')).not.toBeNull();
});

it('fails where it does not come, and can be asked for again', async () => {
  const failing = loadStyles('/assets/two.css');
  linkOf('/assets/two.css')?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('/assets/two.css');
  expect(linkOf('/assets/two.css')).toBeNull();
  const again = loadStyles('/assets/two.css');
  linkOf('/assets/two.css')?.dispatchEvent(new Event('load'));
  await expect(again).resolves.toBeUndefined();
});
