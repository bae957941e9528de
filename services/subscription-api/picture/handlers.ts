import type { SubscriptionApiHandlers } from '../handlers.ts';
import { uploadPicture } from './upload.ts';

export const pictureHandlers = {
  uploadPicture: (context, { body }) => uploadPicture(context, body.file),
} satisfies Partial<SubscriptionApiHandlers>;
