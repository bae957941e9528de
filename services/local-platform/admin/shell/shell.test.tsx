import { describe, expect, it } from 'vitest';
import { type AppMenu, activeItem } from './app-menu.ts';
import { type ToastMessage, toastList } from './toast-list.ts';

function toast(id: string, message = id): ToastMessage {
  return { id, message, isError: false, duration: 5_000 };
}

describe('the list of toasts', () => {
  it('shows the newest last and clears by id', () => {
    const both = toastList([toast('a')], { type: 'show', toast: toast('b') });
    expect(both.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(toastList(both, { type: 'clear', id: 'a' }).map(({ id }) => id)).toEqual(['b']);
    expect(toastList(both, { type: 'clear', id: 'unknown' })).toEqual(both);
  });

  it('replaces a toast that is shown again', () => {
    const list = toastList([toast('a'), toast('b')], { type: 'show', toast: toast('a', 'new') });
    expect(list.map(({ message }) => message)).toEqual(['new', 'b']);
  });

  it('drops the oldest beyond three', () => {
    const list = toastList([toast('a'), toast('b'), toast('c')], {
      type: 'show',
      toast: toast('d'),
    });
    expect(list.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  });
});

describe('the active item of the app’s menu', () => {
  const items: AppMenu['items'] = [
    { id: '1', label: 'Home', path: '/' },
    { id: '2', label: 'Settings', path: '/settings' },
    { id: '3', label: 'Logo', path: '/settings/logo' },
  ];

  it('is what the app says', () => {
    expect(activeItem({ items, active: '2' }, '/contact-us')).toBe('2');
  });

  it('is the screen’s own item, or the closest above it', () => {
    expect(activeItem({ items }, '/settings/')).toBe('2');
    expect(activeItem({ items }, '/settings/logo/new?step=2')).toBe('3');
    expect(activeItem({ items, active: 'gone' }, '/settings/faq')).toBe('2');
    expect(activeItem({ items }, '/')).toBe('1');
  });

  it('is none where no item leads', () => {
    expect(activeItem({ items }, '/settings-of-others')).toBeNull();
    expect(activeItem({ items }, '/contact-us')).toBeNull();
  });
});
