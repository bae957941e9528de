import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it } from 'vitest';
import { useShownAfterPaint } from './after-paint.ts';

let shown: boolean[];
beforeEach(() => {
  shown = [];
});

function Part() {
  shown.push(useShownAfterPaint());
  return null;
}

it('is rendered after what surrounds it', () => {
  render(<Part />);
  expect(shown).toEqual([false, true]);
});

it('is what the server sent when the browser takes over', () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Part />);
  act(() => {
    hydrateRoot(container, <Part />);
  });
  expect(shown).toEqual([false, false, true]);
});
