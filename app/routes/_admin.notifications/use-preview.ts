import { useCallback, useState } from 'react';
import type { NotificationPreview } from '#contract/notification-preview.ts';
import type { NotificationName } from '#contract/notifications.ts';
import { useResourceRequest } from '../../requests/use-resource-request.ts';

/** What a customer gets of a notification, asked for with `load`, and why it could not be had. */
export function usePreview(name: NotificationName) {
  const [preview, setPreview] = useState<NotificationPreview>();
  const { ask, failure } = useResourceRequest();
  const load = useCallback(async () => {
    const { answer } = await ask({
      method: 'GET',
      path: `/resources/notifications/preview?notification=${name}`,
      answer: async () =>
        (await import('#contract/notification-preview.ts')).notificationPreviewSchema,
    });
    setPreview(answer);
  }, [ask, name]);
  return { preview, load, failure: failure?.message };
}
