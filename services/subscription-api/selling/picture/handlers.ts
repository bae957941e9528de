import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { uploadPicture } from './upload.ts';

export const pictureHandlers = {
  uploadPicture: (context, { body, idempotencyKey }) =>
    uploadPicture(context, body.file, idempotencyKey),
} satisfies Partial<SubscriptionApiHandlers>;
