import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepDocument } from '../network/load-again.ts';
import {
  DialogOnDemand,
  type LazyDialog,
  lazyDialog,
  usePrefetchedDialog,
} from './lazy-dialog.tsx';

// What is unsaved keeps the app from being loaded again where a dialog's code does not come.
let letDocumentGo: () => void;
beforeEach(() => {
  letDocumentGo = keepDocument();
});
afterEach(() => letDocumentGo());

type GreetingProps = { name: string; onClose: () => void };

function Greeting({ name }: GreetingProps) {
  return <p>{`Hello ${name}`}</p>;
}

const load = () => vi.fn(async () => Greeting);

function Screen({ dialog }: { dialog: LazyDialog<GreetingProps> }) {
  usePrefetchedDialog(dialog, '#greet');
  return <a href="#greet">Greet</a>;
}

function open(dialog: LazyDialog<GreetingProps>, onClose = () => {}) {
  return render(
    <AppProvider i18n={translations}>
      <DialogOnDemand dialog={dialog} props={{ name: 'Sasha', onClose }} />
    </AppProvider>,
  );
}

it('shows that it loads, and then the dialog', async () => {
  let arrive = (_: typeof Greeting) => {};
  const arriving = new Promise<typeof Greeting>((resolve) => {
    arrive = resolve;
  });
  open(lazyDialog(() => arriving));
  expect(screen.getByText('Loading')).toBeTruthy();
  arrive(Greeting);
  expect(await screen.findByText('Hello Sasha')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});

it('shows at once what is loaded already', async () => {
  const loading = load();
  const dialog = lazyDialog(loading);
  await dialog.load();
  open(dialog);
  expect(screen.getByText('Hello Sasha')).toBeTruthy();
  expect(loading).toHaveBeenCalledTimes(1);
});

it('says that it could not be loaded, and loads it again when told', async () => {
  const loading = load().mockRejectedValueOnce(new Error('no network'));
  const closed = vi.fn();
  open(lazyDialog(loading), closed);
  expect(await screen.findByText('We couldn’t load this part of the page')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('couldn’t load');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hello Sasha')).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});

it('can be closed where it could not be loaded', async () => {
  const closed = vi.fn();
  open(lazyDialog(load().mockRejectedValue(new Error('no network'))), closed);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss notification' }));
  expect(closed).toHaveBeenCalledTimes(1);
});

it.each(['pointerOver', 'focusIn'] as const)('is fetched at %s of a link to it', (event) => {
  const loading = load();
  const dialog = lazyDialog(loading);
  render(<Screen dialog={dialog} />);
  expect(loading).not.toHaveBeenCalled();
  fireEvent[event](document.body);
  expect(loading).not.toHaveBeenCalled();
  fireEvent[event](screen.getByText('Greet'));
  expect(loading).toHaveBeenCalledTimes(1);
});

it('is fetched when the browser has nothing else to do', async () => {
  const loading = load();
  render(<Screen dialog={lazyDialog(loading)} />);
  await expect.poll(() => loading).toHaveBeenCalledTimes(1);
});

it('knows what was pressed before the dialog’s own code is there to give the keyboard back to it', async () => {
  lazyDialog(load());
  render(<button type="button">Greet</button>);
  const opener = screen.getByRole('button', { name: 'Greet' });
  await userEvent.click(opener);
  const { lastPressed } = await import('./last-pressed.ts');
  expect(lastPressed()).toBe(opener);
});
