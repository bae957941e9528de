import { useCallback } from 'react';
import { notificationTexts } from '#contract/notification-texts.ts';
import {
  changedFlags,
  flagsOf,
  type NotificationName,
  withFlags,
} from '#contract/notifications.ts';
import { useToast } from '../../bridge/toast.tsx';
import type { Flags } from '../../requests/optimistic-toggles.ts';
import { requestResource } from '../../requests/request-resource.ts';
import { type TogglesHolder, useOptimisticToggles } from '../../requests/use-optimistic-toggles.ts';
import type { NotificationSettings } from './settings-schema.ts';

/** Flags that are saved together: the channels of a notification, or the one for GIFs. */
export type ToggleGroup = NotificationName | 'gifs';

// Only the browser writes it: there are no toggles on the server.
const togglesHolder: TogglesHolder<ToggleGroup> = {};

const titleOf = (group: ToggleGroup): string =>
  group === 'gifs' ? 'Send GIFs in text messages' : notificationTexts[group].title;

const settingsPath = '/resources/notifications/settings';
const nothing = { settings: {}, categorySettings: {} };

async function read(group: ToggleGroup): Promise<Flags> {
  const { notifications, useGifs } = await requestResource({
    method: 'GET',
    path: settingsPath,
    answer: async () => (await import('./settings-schema.ts')).notificationSettingsSchema,
  });
  return group === 'gifs' ? { useGifs } : (flagsOf(notifications, group) ?? {});
}

async function save(group: ToggleGroup, flags: Flags): Promise<Flags> {
  if (group === 'gifs') {
    return await requestResource({
      method: 'POST',
      path: '/resources/notifications/gifs',
      body: flags,
      answer: async () => (await import('#contract/notification-settings.ts')).gifsSchema,
    });
  }
  const { notifications } = await requestResource({
    method: 'POST',
    path: settingsPath,
    body: withFlags(nothing, group, flags),
    answer: async () =>
      (await import('#contract/notification-settings.ts')).notificationsAnswerSchema,
  });
  return flagsOf(notifications, group) ?? {};
}

/** The merchant's toggles over the loaded settings. They show at once, are saved one after the other, and end in a toast. */
export function useNotificationToggles({ notifications, useGifs }: NotificationSettings) {
  const showToast = useToast();
  const onKept = useCallback(
    (group: ToggleGroup) => {
      showToast(group === 'gifs' ? 'GIFs settings updated' : 'Notifications updated');
    },
    [showToast],
  );
  const onUnseenFailure = useCallback(
    (group: ToggleGroup, { message }: { message: string }) => {
      showToast(`${titleOf(group)} wasn’t changed: ${message}`, { isError: true });
    },
    [showToast],
  );
  const toggles = useOptimisticToggles<ToggleGroup>(
    { save, read, onKept, onUnseenFailure },
    togglesHolder,
  );
  const keptFlags = (name: NotificationName) =>
    toggles.kept.get(name) ?? flagsOf(notifications, name);
  const gifs = { useGifs, ...toggles.kept.get('gifs'), ...toggles.chosen.get('gifs') };
  const shownFlags = (name: NotificationName) =>
    changedFlags(keptFlags(name), toggles.chosen.get(name) ?? {});
  return { ...toggles, keptFlags, shownFlags, useGifs: gifs.useGifs ?? useGifs };
}
